/// Collects what the parser would accept at the current token, for error messages.
struct Expected {
  private var kinds: UInt32 = 0
  private var keywords: (UInt64, UInt64) = (0, 0)
  private var things: UInt32 = 0

  /// Parts of the grammar that several kinds of tokens can begin.
  enum Thing: UInt8, CaseIterable {
    case action, condition, field, name, option, setting, step, subject, value

    var description: String {
      switch self {
      case .action: "an action"
      case .condition: "a condition"
      case .field: "a field's name"
      case .name: "a name"
      case .option: "an option's name"
      case .setting: "a setting"
      case .step: "a step's name"
      case .subject: "the step's subject"
      case .value: "a value"
      }
    }
  }

  mutating func insert(_ kind: TokenKind) { kinds |= 1 << UInt32(kind.rawValue) }

  mutating func insert(_ thing: Thing) { things |= 1 << UInt32(thing.rawValue) }

  mutating func insert(_ keyword: Keyword) {
    if keyword.rawValue < 64 {
      keywords.0 |= 1 << UInt64(keyword.rawValue)
    } else {
      keywords.1 |= 1 << UInt64(keyword.rawValue - 64)
    }
  }

  mutating func clear() { self = Expected() }

  private func contains(_ keyword: Keyword) -> Bool {
    keyword.rawValue < 64
      ? keywords.0 & 1 << UInt64(keyword.rawValue) != 0
      : keywords.1 & 1 << UInt64(keyword.rawValue - 64) != 0
  }

  /// The list for messages: first the parts of the grammar, then keywords in backticks, then
  /// symbols, and the end of a line last.
  var descriptions: [String] {
    var all: [String] = []
    for thing in Thing.allCases where things & 1 << UInt32(thing.rawValue) != 0 {
      all.append(thing.description)
    }
    for keyword in Keyword.allCases where contains(keyword) { all.append("`\(keyword.spelling)`") }
    for kind in TokenKind.allCases where kinds & 1 << UInt32(kind.rawValue) != 0 {
      if kind == .richText { continue }
      all.append(kind.description)
    }
    return all
  }
}
