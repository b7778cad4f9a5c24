import FlowSyntax
import FlowHTTP

/// Patterns of the language for all editor grammars, derived from the parser's tables.
enum EditorWords {
  /// The roles of words that editors highlight, with their words, in the order of matching.
  static let groups: [(role: Keyword.Role, words: [String])] = Keyword.Role.allCases.map {
    ($0, LanguageWords.keywords($0))
  }

  /// Returns a pattern that matches any of the words.
  static func anyOf(_ words: [String]) -> String { words.joined(separator: "|") }

  /// The regular expression of a name, for TextMate's Oniguruma and JavaScript's `u` flag.
  static let name = #"[\p{L}][\p{L}\p{N}_.-]*"#
}

extension JSON {
  /// Returns the value as text with one member per line, for files that people read.
  func pretty(_ indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let object) where !object.members.isEmpty:
      let lines = object.members.map { member in
        inner + String(decoding: JSON.string(member.name).bytes(), as: UTF8.self) + ": "
          + member.value.pretty(inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let values) where values.contains { $0.object != nil || $0.array != nil }:
      let lines = values.map { inner + $0.pretty(inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    default:
      return String(decoding: bytes(), as: UTF8.self)
    }
  }
}
