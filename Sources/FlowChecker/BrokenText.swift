import FlowEngine
public import FlowDiagnostics
import FlowSyntax

/// The text of a program that could not be read.
///
/// Its declarations are unknown, so the checker doesn't report a name that appears in it.
public struct BrokenText: Sendable {
  /// The bytes of the unreadable lines, and of the blocks that they open.
  private var pieces: [ArraySlice<UInt8>] = []

  /// The problems that leave the rest of a file readable.
  ///
  /// Only the lines with the problem are lost.
  private static let local: Set<ProblemKind> = [
    .badEscape, .malformedNumber, .misplaced, .multilineText, .unexpected, .unknownCharacter,
    .unterminatedText, .wrongWord,
  ]

  /// The maximum number of errors.
  ///
  /// With more, the readable rest of the program can't be checked.
  static let problemsMax = 50

  /// Finds the text that could not be read; `nil` if the readable rest is too little to be checked.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems of reading a program.
  ///   - lexicon: The engines. If the lost text names one of them, the right vocabulary is unknown.
  public init?(_ diagnostics: [Diagnostic], lexicon: Lexicon) {
    let errors = diagnostics.filter { $0.severity == .error && $0.kind != .duplicateName }
    guard errors.count <= BrokenText.problemsMax,
      errors.allSatisfy({ BrokenText.local.contains($0.kind) })
    else { return nil }
    for place in errors.compactMap(\.place) { pieces.append(BrokenText.lost(at: place)) }
    guard !lexicon.engines.contains(where: { holds($0.vocabulary.engine) }) else { return nil }
  }

  /// Whether everything was read.
  public var isEmpty: Bool { pieces.isEmpty }

  /// Whether lost text may be the cause of a problem that the checker finds.
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

  /// The lines of a statement, up to the end of the block that its last line opens.
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
