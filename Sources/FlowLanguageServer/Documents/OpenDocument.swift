import FlowDiagnostics
import FlowSyntax

/// A document that is open in the client, with everything that was typed.
struct OpenDocument {
  /// The address in the client's spelling.
  let uri: String
  /// The path with which imports find it.
  let path: String
  var version: Int?
  /// The text.
  private(set) var source: SourceFile
  private(set) var lines: TextLines
  private let encoding: PositionEncoding

  init(uri: String, version: Int?, text: String, encoding: PositionEncoding) {
    self.uri = uri
    path = DocumentURI.path(uri)
    self.version = version
    self.encoding = encoding
    let bytes = Array(text.utf8)
    source = SourceFile(name: path, bytes: bytes)
    lines = TextLines(bytes, encoding)
  }

  /// A change of a range, or of the whole text.
  struct Change {
    var range: (start: TextPosition, end: TextPosition)?
    var text: String
  }

  /// Applies changes, each to the result of the previous change.
  mutating func apply(_ changes: [Change]) {
    var bytes = source.bytes
    for change in changes {
      if let range = change.range {
        let start = lines.offset(min(range.start, range.end))
        let end = lines.offset(max(range.start, range.end))
        bytes.replaceSubrange(start..<max(start, end), with: change.text.utf8)
      } else {
        bytes = Array(change.text.utf8)
      }
      lines = TextLines(bytes, encoding)
    }
    source = SourceFile(name: path, bytes: bytes)
  }
}
