import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

@testable import FlowLanguageServer

/// Edits of a part of a document, compared with a text that is edited by its scalars.
@Suite("Edits of open documents")
struct DocumentEditTests {
  private static let alphabet: [Unicode.Scalar] = [
    "a", "b", " ", "\"", "{", "}", "#", "\n", "\n", "\r", "é", "日", "😀", "\u{301}", "\t",
  ]

  private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [Unicode.Scalar] {
    (0..<count).compactMap { _ in alphabet.randomElement(using: &generator) }
  }

  /// A position by counting, without a table of lines.
  private static func position(
    _ index: Int, _ scalars: [Unicode.Scalar], _ encoding: PositionEncoding
  ) -> TextPosition {
    var position = TextPosition(line: 0, character: 0)
    for (number, scalar) in scalars[..<index].enumerated() {
      let isPair = scalar == "\r" && number + 1 < scalars.count && scalars[number + 1] == "\n"
      if scalar == "\n" || scalar == "\r" && !isPair {
        position = TextPosition(line: position.line + 1, character: 0)
      } else if !isPair {
        switch encoding {
        case .utf8: position.character += String(scalar).utf8.count
        case .utf16: position.character += String(scalar).utf16.count
        case .utf32: position.character += 1
        }
      }
    }
    return position
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  @Test("Successive edits give the whole text", arguments: PositionEncoding.allCases)
  func random(encoding: PositionEncoding) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      var scalars = Self.text(30, &generator)
      var document = OpenDocument(
        uri: EditorClient.uri, version: 1, text: Self.string(scalars), encoding: encoding)
      for _ in 0..<20 {
        let ends = [0, 0].map { _ in
          var index = Int.random(in: 0...scalars.count, using: &generator)
          // No position is between CR and LF.
          if index > 0, index < scalars.count, scalars[index] == "\n", scalars[index - 1] == "\r" {
            index -= 1
          }
          return index
        }.sorted()
        let new = Self.text(Int.random(in: 0...4, using: &generator), &generator)
        let range = (
          start: Self.position(ends[0], scalars, encoding),
          end: Self.position(ends[1], scalars, encoding)
        )
        document.apply([OpenDocument.Change(range: range, text: Self.string(new))])
        scalars.replaceSubrange(ends[0]..<ends[1], with: new)
        #expect(document.source.bytes == Array(Self.string(scalars).utf8))
        for index in scalars.indices where !(scalars[index] == "\n") {
          let offset = Self.string(Array(scalars[..<index])).utf8.count
          let position = Self.position(index, scalars, encoding)
          #expect(document.lines.position(offset) == position)
          #expect(document.lines.offset(position) == offset)
        }
      }
    }
  }

  @Test(
    "An invalid position becomes the nearest valid one",
    arguments: [
      (0, 99, 2), (1, 99, 7), (9, 0, 8), (Int.max, Int.max, 8), (1, 1, 3), (1, 2, 7), (2, 5, 8),
    ])
  func outside(line: Int, character: Int, offset: Int) {
    // "é" has two bytes and one unit, "😀" four bytes and two units.
    let lines = TextLines(Array("é\n😀\n".utf8), .utf16)
    #expect(lines.offset(TextPosition(line: line, character: character)) == offset)
  }

  @Test(
    "Columns of a long line count everything before them",
    arguments: PositionEncoding.allCases)
  func longLine(encoding: PositionEncoding) {
    let bytes = Array(("first\n" + String(repeating: "aé😀 ", count: 500) + "\nlast").utf8)
    let lines = TextLines(bytes, encoding)
    let content = lines.content(of: 1)
    #expect(content.count > 3 * 1024)
    var units = 0
    for offset in content {
      #expect(lines.position(offset) == TextPosition(line: 1, character: units))
      units += encoding.units(of: bytes[offset])
    }
  }

  @Test(
    "An address and its path",
    arguments: [
      ("file:///a/b.flow", "/a/b.flow"), ("file:///a/x%20y/%C3%A9.flow", "/a/x y/é.flow"),
      ("file://localhost/a.flow", "/a.flow"), ("file:///a/./c/../b.flow", "/a/b.flow"),
      ("untitled:Untitled-1", "untitled:Untitled-1"), ("file:///a%00b", "file:///a%00b"),
      ("file:///100%", "/100%"), ("file://", "file://"), ("", ""),
    ])
  func address(uri: String, path: String) {
    #expect(DocumentURI.path(uri) == path)
    if path.hasPrefix("/") { #expect(DocumentURI.path(DocumentURI.uri(path)) == path) }
  }
}
