public import FlowDiagnostics
import FlowSyntax

/// An expectation of a flow, with its result.
public struct Expectation: Sendable, Hashable {
  /// Its location; `nil` for the implicit success of a flow without expectations.
  public var place: Place?
  /// Whether it holds.
  public var holds: Bool
  /// Whether the run reached the point at which it can be tested.
  ///
  /// If not, it neither holds nor fails.
  public var isReached = true
  /// The actual value, if it doesn't hold.
  public var actual: String?
  /// A mistake that prevented its test, such as a comparison of two types.
  public var fault: Diagnostic?
  /// The part of it that fails; `nil` if all of it does.
  var failing: Place?
  /// What the names in the failing part stand for, a note each.
  var names: [String] = []
  /// The names of the facts that it tests.
  package var facts: Set<String> = []
  /// Whether it only expects that the run ends in success.
  var isOfSuccess = false

  /// Returns an expectation that the run didn't reach.
  static func unreached(at place: Place?) -> Expectation {
    Expectation(
      place: place, holds: false, isReached: false, actual: "the run did not get that far")
  }

  /// The text of the expectation.
  public var expected: String {
    guard let text = place?.text else { return "success" }
    let word = "expect "
    return text.hasPrefix(word) ? String(text.dropFirst(word.count)) : text
  }

  /// The problem, if it was tested and doesn't hold.
  public var diagnostic: Diagnostic? {
    guard !holds, isReached else { return nil }
    return fault
      ?? Diagnostic(
        .expectationFailed(expected: expected, actual: actual ?? ""), at: failing ?? place,
        notes: names)
  }
}
