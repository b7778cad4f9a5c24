import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSimulation

@testable import FlowSyntax

/// The invariants of every text that may be a script, through parsing, checking and formatting.
enum ScriptLaw {
  /// The first law that a text breaks; `nil` if it satisfies all.
  static func broken(by bytes: [UInt8]) -> String? {
    let source = SourceFile(name: "t.flow", bytes: bytes)
    let lexed = LexedSource(source)
    if let broken = tiling(lexed, of: source) { return broken }
    let (script, diagnostics) = Script.parse(source)
    guard script.source === source else { return "the tree belongs to another text" }
    let isSound = diagnostics.allSatisfy { $0.severity == .warning }
    return places(diagnostics, in: source) ?? form(source, lexed, isSound: isSound)
      ?? checking(source)
  }

  /// Between tokens and comments there is only white space; the last token is the end.
  private static func tiling(_ lexed: LexedSource, of source: SourceFile) -> String? {
    var ranges = lexed.tokens.map(\.range) + lexed.comments
    ranges.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    var end = 0
    let bytes = source.bytes
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    for range in ranges + [SourceRange(UInt32(bytes.count), UInt32(bytes.count))] {
      guard Int(range.start) >= end, range.end >= range.start, Int(range.end) <= bytes.count
      else { return "tokens overlap, or leave the text, at \(range.start)" }
      for index in end..<Int(range.start) where !(hasMark && index < 3) {
        guard [0x20, 0x09, 0x0D, 0x0A].contains(bytes[index]) else {
          return "the byte at \(index) belongs to no token"
        }
      }
      end = Int(range.end)
    }
    guard lexed.tokens.last?.kind == .endOfFile else { return "the last token is not the end" }
    return nil
  }

  /// Every problem has a location within the text, they are in order, and there aren't too many.
  private static func places(_ diagnostics: [Diagnostic], in source: SourceFile) -> String? {
    guard diagnostics.count <= Parser.problemsMax + 1 else { return "there are too many problems" }
    var last: UInt32 = 0
    for diagnostic in diagnostics {
      guard let range = diagnostic.place?.range else { return "a problem has no location" }
      guard range.start >= last else { return "the problems are out of order" }
      last = range.start
      if let broken = place(diagnostic, default: source) { return broken }
    }
    return nil
  }

  /// Formatting is idempotent and keeps the meaning; a text without mistakes has a format.
  private static func form(
    _ source: SourceFile, _ lexed: LexedSource, isSound: Bool
  ) -> String? {
    guard let form = source.formatted() else {
      return isSound ? "a text without mistakes has no form" : nil
    }
    guard isSound else { return "a text with mistakes has a format" }
    let formed = SourceFile(name: "t.flow", text: form)
    guard formed.formatted() == form else { return "formatting isn't idempotent" }
    // A formatted text has the same meaning as its format; it has a tree like any other.
    guard !form.utf8.elementsEqual(source.bytes) else {
      return SyntaxTree(source).root.kind == .script ? nil : "the tree is of no script"
    }
    return ScriptMeaning(source, lexed).difference(
      from: ScriptMeaning(formed, LexedSource(formed)))
  }

  /// Problems of the whole check have locations within the text, and are drawn safely.
  private static func checking(_ source: SourceFile) -> String? {
    let loaded = LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated)) {
      _ throws(ReadFault) in throw .missing
    }
    var renderer = DiagnosticRenderer(columnsMax: 60)
    for (index, diagnostic) in loaded.diagnostics.enumerated() {
      if let broken = place(diagnostic, default: source) { return broken }
      // Drawing one takes as long as finding a hundred.
      guard index < 2 else { continue }
      let drawn = renderer.render(diagnostic)
      let isSafe = drawn.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
      }
      guard isSafe else { return "a control character is drawn" }
    }
    return nil
  }

  private static func place(_ diagnostic: Diagnostic, default source: SourceFile) -> String? {
    for place in [diagnostic.place].compactMap({ $0 }) + diagnostic.labels.map(\.place) {
      let range = place.range
      guard range.start <= range.end, Int(range.end) <= place.source.bytes.count else {
        return "\(diagnostic.kind.id) is outside the text"
      }
      guard place.source === source else { return "\(diagnostic.kind.id) belongs to another text" }
    }
    return nil
  }
}
