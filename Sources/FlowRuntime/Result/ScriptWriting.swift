package import FlowEngine
import FlowSyntax

/// Names and values as a script writes them.
package enum ScriptWriting {
  /// Whether a text can stand as a word.
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

  /// A name that something is called by: in quotes where it is no word, or one of the language's.
  package static func name(_ text: String) -> String {
    let isKeyword = Keyword.allCases.contains { $0.spelling == text }
    return isWord(text) && !isKeyword ? text : quoted(text)
  }

  /// A text in quotes.
  package static func quoted(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": made += "\\\""
      case "\\": made += "\\\\"
      case "\n": made += "\\n"
      case "\t": made += "\\t"
      default:
        // What controls a line or its direction is not written as itself.
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          made += "\\u{\(String(scalar.value, radix: 16))}"
        default: made.unicodeScalars.append(scalar)
        }
      }
    }
    return made + "\""
  }

  /// A value that is no secret, as a field takes it.
  package static func literal(_ value: Value, of field: Field) -> String {
    if let known = field.accepted.first(where: { $0.value == value }) {
      return quoted(known.naming.word)
    }
    switch value {
    case .boolean(let truth): return truth ? "true" : "false"
    case .number(let number) where number >= 0 && number < 1e15:
      return Value.text(of: number)
    default: return quoted(value.shown)
    }
  }
}
