extension JSON {
  /// Writes the value over several lines, two spaces a level, so that a difference is one of lines.
  ///
  /// A list or an object of nothing but scalars stays on its line where it is short.
  ///
  /// - Returns: the text, without a line end.
  package func indented() -> String {
    var text = ""
    write(to: &text, margin: "")
    return text
  }

  /// The longest list or object on one line, in bytes.
  private static let lineMax = 76

  private func write(to text: inout String, margin: String) {
    guard let parts else {
      text += compact
      return
    }
    if parts.isFlat {
      let line = compact
      if line.utf8.count <= JSON.lineMax {
        text += line
        return
      }
    }
    let inner = margin + "  "
    text += parts.open
    for (index, part) in parts.values.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + inner
      if let name = part.name { text += JSON.string(name).compact + ": " }
      part.value.write(to: &text, margin: inner)
    }
    text += "\n" + margin + parts.close
  }

  private typealias Parts = (
    open: String, close: String, isFlat: Bool, values: [(name: String?, value: JSON)]
  )

  /// What the value holds, where that is anything.
  private var parts: Parts? {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      ("[", "]", elements.allSatisfy(\.isScalar), elements.map { (nil, $0) })
    case .object(let object) where !object.members.isEmpty:
      (
        "{", "}", object.members.allSatisfy(\.value.isScalar),
        object.members.map { ($0.name, $0.value) }
      )
    default: nil
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private var compact: String { String(decoding: bytes(), as: UTF8.self) }
}
