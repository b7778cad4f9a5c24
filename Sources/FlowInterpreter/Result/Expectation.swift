public import FlowDiagnostics
import FlowSyntax

/// What a flow expects, and whether it came so.
public struct Expectation: Sendable, Hashable {
  /// Where it stands; `nil` for the success that a flow without any expects.
  public var place: Place?
  /// Whether it holds.
  public var holds: Bool
  /// Whether the run came to where it can be told; where not, it neither holds nor fails.
  public var isReached = true
  /// What was found instead, where it does not hold.
  public var actual: String?
  /// A mistake that kept it from being tested, such as a comparison of two types.
  public var fault: Diagnostic?
  /// The part of it that fails; `nil` if all of it does.
  var failing: Place?
  /// What the names in the failing part stand for, a note each.
  var names: [String] = []
  /// The names of the facts that it looks at.
  package var facts: Set<String> = []
  /// Whether it is that the run ends in success, and nothing else.
  var isOfSuccess = false

  /// One that the run ended before.
  static func unreached(at place: Place?) -> Expectation {
    Expectation(
      place: place, holds: false, isReached: false, actual: "the run did not get that far")
  }

  /// What is expected, as it is written.
  public var expected: String {
    guard let text = place?.text else { return "success" }
    let word = "expect "
    return text.hasPrefix(word) ? String(text.dropFirst(word.count)) : text
  }

  /// The problem, where it was looked at and does not hold.
  public var diagnostic: Diagnostic? {
    guard !holds, isReached else { return nil }
    return fault
      ?? Diagnostic(
        .expectationFailed(expected: expected, actual: actual ?? ""), at: failing ?? place,
        notes: names)
  }
}
