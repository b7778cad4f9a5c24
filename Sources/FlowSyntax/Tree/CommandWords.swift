public import FlowDiagnostics

/// The words of a command: the program and its arguments.
///
/// The command is split by fixed rules, without a shell. Blanks (spaces, tabs, line breaks)
/// separate words. Text between single or double quotes is literal, including its blanks, and
/// belongs to the word around it. Nothing else is special: no variable, pattern, pipe or backslash.
/// The value of `\(name)` is never split, so it always stays in one word.
public struct CommandWords: Sendable {
  /// The words.
  ///
  /// Each is a list of its pieces.
  ///
  /// An empty word (`''`) has no pieces.
  public private(set) var words: [[TextLiteral.Segment]] = []
  /// The reason why the command is invalid; `nil` if the command is valid.
  public private(set) var fault: String?

  private var word: [TextLiteral.Segment]?
  private var piece: [UInt8] = []
  private var quote: UInt8?

  /// Splits the text after `run`.
  public init(_ text: Text, in source: SourceFile) {
    self.init(TextLiteral.read(text, in: source).segments)
  }

  /// Splits a command that doesn't come from a script.
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
      fault = "a quote isn't closed"
    } else if words.first?.isEmpty != false {
      fault = "the program is missing"
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
