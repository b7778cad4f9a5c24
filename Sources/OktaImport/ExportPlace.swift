import FlowSyntax

/// The location of a value in an export: a file, and a path in it.
///
/// The text of the path is made on demand, because an export has many values.
package final class ExportPlace: Sendable {
  /// One step of a path.
  package enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  /// The identity of a location, which doesn't depend on how the value was reached.
  package struct Key: Hashable, Sendable {
    fileprivate var first: Int
    fileprivate var second: Int
  }

  package let file: String
  package let key: Key
  private let parent: ExportPlace?
  private let step: Step?

  /// Makes the location of a whole file.
  package init(_ file: String) {
    self.file = file
    parent = nil
    step = nil
    key = Key(first: file.hashValue, second: 0)
  }

  /// Makes the location of an array's element or an object's member.
  package init(in parent: ExportPlace, _ step: Step) {
    file = parent.file
    self.parent = parent
    self.step = step
    var hasher = Hasher()
    hasher.combine(parent.key)
    hasher.combine(step)
    let first = hasher.finalize()
    hasher = Hasher()
    hasher.combine(step)
    hasher.combine(first)
    hasher.combine(parent.key.second)
    key = Key(first: first, second: hasher.finalize())
  }

  /// The path in the format of RFC 9535.
  package var path: String { "$" + steps.map(ExportPlace.text).joined() }

  /// The steps of the path, beginning with the whole file.
  var steps: [Step] {
    var steps: [Step] = []
    var place: ExportPlace? = self
    while let step = place?.step {
      steps.append(step)
      place = place?.parent
    }
    return steps.reversed()
  }

  /// The path from the nearest enclosing element of an array.
  var shortPath: String {
    var steps: [String] = []
    var place: ExportPlace? = self
    while case .name(let name)? = place?.step {
      steps.append(name)
      place = place?.parent
    }
    return steps.reversed().joined(separator: ".")
  }

  /// The name of the value, or of the nearest enclosing member; empty for a whole file.
  var name: String {
    switch step {
    case .name(let name)?: name
    case .index?: parent?.name ?? ""
    case nil: ""
    }
  }

  /// The file's name without its folder, and the path, for a comment.
  package var comment: String {
    "\(file.split(separator: "/").last.map(String.init) ?? file), \(path)"
  }

  /// A step as text (RFC 9535, section 2.5.1), with brackets around a name with special characters.
  private static func text(_ step: Step) -> String {
    switch step {
    case .index(let index): return "[\(index)]"
    case .name(let name):
      let shown = name.utf8.count <= longest ? name : String(name.prefix(longest)) + "…"
      let isPlain = shown.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
      }
      let isShort = isPlain && shown.utf8.first.map { $0 > 0x39 } ?? false
      return isShort ? "." + shown : "[\(TextLiteral.quoted(shown))]"
    }
  }

  /// The maximum length of a name to show.
  private static let longest = 60
}
