import FlowEngine
public import FlowDiagnostics
import FlowSyntax

/// The parts of a program's text that couldn't be read because of errors.
///
/// These parts may contain declarations. So the checker doesn't report, for example, that a name in
/// them is unknown or unused.
public struct BrokenText: Sendable {
  /// The unreadable lines, and the blocks that begin on them.
  private var pieces: [ArraySlice<UInt8>] = []

  /// The kinds of errors that affect only their own lines.
  ///
  /// The rest of the file can be checked.
  private static let local: Set<ProblemKind> = [
    .badEscape, .malformedNumber, .misplaced, .multilineText, .unexpected, .unknownCharacter,
    .unterminatedText, .wrongWord,
  ]

  /// The maximum number of errors.
  ///
  /// If there are more, the rest of the program isn't checked.
  static let problemsMax = 50

  /// Finds the text that couldn't be read; `nil` if the rest of the program can't be checked.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems that were found while the program was read.
  ///   - lexicon: The engines. If an engine's name appears in the unreadable text, the rest can't
  ///     be checked, because a flow's engine may be unknown.
  public init?(_ diagnostics: [Diagnostic], lexicon: Lexicon) {
    let errors = diagnostics.filter { $0.severity == .error && $0.kind != .duplicateName }
    guard errors.count <= BrokenText.problemsMax,
      errors.allSatisfy({ BrokenText.local.contains($0.kind) })
    else { return nil }
    for place in errors.compactMap(\.place) { pieces.append(BrokenText.lost(at: place)) }
    guard !lexicon.engines.contains(where: { holds($0.vocabulary.engine) }) else { return nil }
  }

  /// Whether everything could be read.
  public var isEmpty: Bool { pieces.isEmpty }

  /// Whether the unreadable text may be the cause of a problem that the checker reports.
  public func mayCause(_ diagnostic: Diagnostic) -> Bool {
    guard !isEmpty else { return false }
    switch diagnostic.kind {
    case .emptyFlow, .emptyScript, .settingMissing, .unsatisfiableFlow: return true
    case .unusedName, .unknownName, .unknownFact, .unknownSubject, .notInOrg:
      return diagnostic.problem.names.contains(where: holds)
    default: return false
    }
  }

  private func holds(_ name: String) -> Bool {
    let wanted = Array(name.utf8)
    guard let first = wanted.first else { return true }
    return pieces.contains { piece in
      piece.indices.contains { index in
        piece[index] == first && piece[index...].starts(with: wanted)
      }
    }
  }

  /// Returns the lines of the statement at a location, and the block that begins on its last line.
  private static func lost(at place: Place) -> ArraySlice<UInt8> {
    let bytes = place.source.bytes
    var start = beginning(of: Int(place.range.start), bytes)
    while start > 0, continues(bytes[..<(start - 1)]) { start = beginning(of: start - 1, bytes) }
    var end = ending(of: Int(place.range.end), bytes)
    while end < bytes.count, continues(bytes[start..<end]) { end = ending(of: end + 1, bytes) }
    var depth = 0
    for byte in bytes[start..<end] { depth += step(byte) }
    while depth > 0, end < bytes.count {
      depth += step(bytes[end])
      end += 1
    }
    return bytes[start..<end]
  }

  private static func beginning(of offset: Int, _ bytes: [UInt8]) -> Int {
    bytes[..<min(offset, bytes.count)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  private static func ending(of offset: Int, _ bytes: [UInt8]) -> Int {
    bytes[min(offset, bytes.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  /// Whether a statement continues after a line.
  private static func continues(_ line: ArraySlice<UInt8>) -> Bool {
    let last = line.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
    return last == UInt8(ascii: ",") || last == UInt8(ascii: "(")
  }

  private static func step(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "{"): 1
    case UInt8(ascii: "}"): -1
    default: 0
    }
  }
}
