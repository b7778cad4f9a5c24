/// A condition in Okta's expression language (the Identity Engine's dialect).
///
/// It has the operators that conditions use: comparisons, `&&`, `||`, `!` and calls. Other
/// expressions aren't read.
indirect enum OktaExpression: Equatable {
  /// A value in a comparison or a call.
  indirect enum Operand: Equatable {
    case text(String)
    case number(String)
    case flag(Bool)
    case list([Operand])
    case map([Entry])
    /// Names that dots join, such as `user.profile.department`.
    case path([String])
    /// A call of a method of an operand, or of a function, which has an empty path.
    case call(Operand, name: String, [Operand])
  }

  /// An entry of a map.
  struct Entry: Equatable {
    var key: String
    var value: Operand
  }

  case all([OktaExpression])
  case any([OktaExpression])
  case not(OktaExpression)
  /// A comparison, with the text of the whole.
  case comparison(Operand, Comparison, Operand, text: String)
  /// An operand that is true or false, with its text.
  case operand(Operand, text: String)

  enum Comparison: String {
    case equal = "=="
    case unequal = "!="
    case below = "<"
    case above = ">"
    case atMost = "<="
    case atLeast = ">="
  }

  /// Reads an expression; `nil` if it isn't one, or has something that isn't read.
  init?(_ text: String) {
    guard text.utf8.count <= OktaExpression.bytesMax else { return nil }
    var reader = Reader(Array(text.unicodeScalars))
    guard let expression = reader.any(), reader.isAtEnd else { return nil }
    self = expression
  }

  /// The maximum length of an expression in bytes.
  private static let bytesMax = 8192
}

/// Reads an expression from left to right.
private struct Reader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  /// The maximum nesting of parentheses, lists and `!`.
  private static let depthMax = 32

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == scalars.count
    }
  }

  // MARK: Conditions

  mutating func any() -> OktaExpression? { list(of: { $0.all() }, joinedBy: "||") { .any($0) } }

  private mutating func all() -> OktaExpression? {
    list(of: { $0.negation() }, joinedBy: "&&") { .all($0) }
  }

  private mutating func list(
    of read: (inout Reader) -> OktaExpression?, joinedBy mark: String,
    _ join: ([OktaExpression]) -> OktaExpression
  ) -> OktaExpression? {
    guard let first = read(&self) else { return nil }
    var parts = [first]
    while take(mark) {
      guard let next = read(&self) else { return nil }
      parts.append(next)
    }
    return parts.count == 1 ? first : join(parts)
  }

  private mutating func negation() -> OktaExpression? {
    skipSpace()
    guard next == "!", following != "=" else { return comparison() }
    position += 1
    guard deeper() else { return nil }
    defer { depth -= 1 }
    return negation().map { .not($0) }
  }

  private mutating func comparison() -> OktaExpression? {
    skipSpace()
    let start = position
    if next == "(" {
      position += 1
      guard deeper() else { return nil }
      defer { depth -= 1 }
      guard let inner = any(), take(")") else { return nil }
      // A method of what is in parentheses isn't read.
      return next == "." ? nil : inner
    }
    guard let left = operand() else { return nil }
    let end = position
    skipSpace()
    for word in ["==", "!=", "<=", ">=", "<", ">"] where take(word) {
      guard let comparison = OktaExpression.Comparison(rawValue: word), let right = operand() else {
        return nil
      }
      return .comparison(left, comparison, right, text: text(start, position))
    }
    return .operand(left, text: text(start, end))
  }

  // MARK: Operands

  private mutating func operand() -> OktaExpression.Operand? {
    guard var value = primary() else { return nil }
    while next == "." {
      position += 1
      guard let name = name() else { return nil }
      if next == "(" {
        guard let arguments = list("(", ")") else { return nil }
        value = .call(value, name: name, arguments)
      } else if case .path(let names) = value {
        value = .path(names + [name])
      } else {
        return nil
      }
    }
    return value
  }

  private mutating func primary() -> OktaExpression.Operand? {
    skipSpace()
    guard let first = next else { return nil }
    switch first {
    case "'", "\"": return quoted(first).map { .text($0) }
    case "{": return collection()
    case "0"..."9", "-": return number().map { .number($0) }
    default:
      guard let name = name() else { return nil }
      switch name {
      case "true": return .flag(true)
      case "false": return .flag(false)
      // These words may be operators, which no document says.
      case "and", "or", "not", "null": return nil
      default:
        guard next == "(" else { return .path([name]) }
        return list("(", ")").map { .call(.path([]), name: name, $0) }
      }
    }
  }

  /// Reads `{'a', 'b'}` or `{'key': 'value'}`.
  private mutating func collection() -> OktaExpression.Operand? {
    let start = position
    if let elements = list("{", "}") { return .list(elements) }
    position = start + 1
    guard deeper() else { return nil }
    defer { depth -= 1 }
    var entries: [OktaExpression.Entry] = []
    repeat {
      skipSpace()
      guard let mark = next, mark == "'" || mark == "\"", let key = quoted(mark), take(":"),
        let value = operand()
      else { return nil }
      entries.append(OktaExpression.Entry(key: key, value: value))
    } while take(",")
    return take("}") ? .map(entries) : nil
  }

  private mutating func list(_ open: String, _ close: String) -> [OktaExpression.Operand]? {
    guard take(open), deeper() else { return nil }
    defer { depth -= 1 }
    var elements: [OktaExpression.Operand] = []
    if take(close) { return elements }
    repeat {
      guard let element = operand() else { return nil }
      elements.append(element)
    } while take(",")
    return take(close) ? elements : nil
  }

  private mutating func quoted(_ mark: Unicode.Scalar) -> String? {
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      position += 1
      guard scalar == mark else {
        // What a backslash means isn't documented.
        guard scalar != "\\" else { return nil }
        text.append(scalar)
        continue
      }
      // Two marks stand for one (SpEL).
      guard next == mark else { return String(text) }
      position += 1
      text.append(mark)
    }
    return nil
  }

  private mutating func number() -> String? {
    let start = position
    if next == "-" { position += 1 }
    while let scalar = next, ("0"..."9").contains(scalar) || scalar == "." { position += 1 }
    let text = text(start, position)
    return Double(text) == nil ? nil : text
  }

  private mutating func name() -> String? {
    let start = position
    while let scalar = next,
      scalar == "_" || scalar.properties.isAlphabetic
        || position > start && ("0"..."9").contains(scalar)
    { position += 1 }
    return position == start ? nil : text(start, position)
  }

  // MARK: Scalars

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
  private var following: Unicode.Scalar? {
    position + 1 < scalars.count ? scalars[position + 1] : nil
  }

  private func text(_ start: Int, _ end: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<end])
    return String(view)
  }

  private mutating func skipSpace() {
    while let scalar = next, scalar.properties.isWhitespace { position += 1 }
  }

  private mutating func take(_ mark: String) -> Bool {
    skipSpace()
    let marks = Array(mark.unicodeScalars)
    guard position + marks.count <= scalars.count,
      scalars[position..<(position + marks.count)].elementsEqual(marks)
    else { return false }
    position += marks.count
    return true
  }

  private mutating func deeper() -> Bool {
    depth += 1
    return depth <= Reader.depthMax
  }
}
