package import FlowEngine
import FlowSyntax

/// Writes names and values in the notation of scripts.
package enum ScriptWriting {
  /// Whether a text can be written as a word, without quotes.
  package static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 45, 46, 95, 48...57: true
      default: isLetter(byte)
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 65...90, 97...122: true
    default: false
    }
  }

  /// Returns a name as scripts write it.
  ///
  /// The name is quoted if it is a keyword or isn't a word.
  package static func name(_ text: String) -> String {
    let isKeyword = Keyword.allCases.contains { $0.spelling == text }
    return isWord(text) && !isKeyword ? text : TextLiteral.quoted(text)
  }

  /// Returns a value of a field as scripts write it.
  ///
  /// The value must not be secret.
  package static func literal(_ value: Value, of field: Field) -> String {
    if let known = field.accepted.first(where: { $0.value == value }) {
      return TextLiteral.quoted(known.naming.word)
    }
    switch value {
    case .boolean(let truth): return truth ? "true" : "false"
    case .number(let number) where number >= 0 && number < 1e15:
      return Value.text(of: number)
    default: return TextLiteral.quoted(value.shown)
    }
  }
}
