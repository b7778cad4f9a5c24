import FlowSyntax
import FlowHTTP

/// The language as patterns, made of the parser's own tables: what the grammars for editors share.
enum EditorWords {
  /// What a word can be that editors draw, with its words, in the order in which they are tried.
  static let groups: [(role: Keyword.Role, words: [String])] = Keyword.Role.allCases.map {
    ($0, LanguageWords.keywords($0))
  }

  /// The words one or the other of which may stand.
  static func anyOf(_ words: [String]) -> String { words.joined(separator: "|") }

  /// The regular expression of a name, as TextMate's Oniguruma and JavaScript's `u` flag read it.
  static let name = #"[\p{L}][\p{L}\p{N}_.-]*"#
}

extension JSON {
  /// The value as text with a member a line, for files that people read.
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
