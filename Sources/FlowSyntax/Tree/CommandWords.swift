public import FlowDiagnostics

/// The words of a command: the program, then its arguments, split by fixed rules and by no shell.
///
/// Blanks (spaces, tabs, line ends) part words. What stands between single or double quotes is taken
/// as it is, blanks too, and belongs to the word around it. Nothing else has a meaning: no variable,
/// pattern, pipe or backslash. A value never has one: `\(name)` is within one word, whatever it holds.
public struct CommandWords: Sendable {
  /// The words, each of its pieces; an empty word, `''`, has none.
  public private(set) var words: [[TextLiteral.Segment]] = []
  /// What is wrong with the command.
  public private(set) var fault: String?

  private var word: [TextLiteral.Segment]?
  private var piece: [UInt8] = []
  private var quote: UInt8?

  /// Splits the text of a `run`.
  public init(_ text: Text, in source: SourceFile) {
    self.init(TextLiteral.read(text, in: source).segments)
  }

  /// Splits a command that stands in no script.
  public init(_ command: String) {
    self.init([.text(command)])
  }

  private init(_ segments: [TextLiteral.Segment]) {
    for segment in segments {
      switch segment {
      case .text(let piece): for byte in piece.utf8 { take(byte) }
      case .name:
        endPiece()
        word = (word ?? []) + [segment]
      }
    }
    endWord()
    if quote != nil {
      fault = "a quote in it is not closed"
    } else if words.first?.isEmpty != false {
      fault = "it names no program"
    }
  }

  private mutating func take(_ byte: UInt8) {
    switch byte {
    case quote:
      quote = nil
    case _ where quote != nil:
      piece.append(byte)
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      quote = byte
      word = word ?? []
    case 0x20, 0x09, 0x0A, 0x0D:
      endWord()
    default:
      piece.append(byte)
    }
  }

  private mutating func endPiece() {
    guard !piece.isEmpty else { return }
    word = (word ?? []) + [.text(String(decoding: piece, as: UTF8.self))]
    piece = []
  }

  private mutating func endWord() {
    endPiece()
    if let word { words.append(word) }
    word = nil
  }
}
