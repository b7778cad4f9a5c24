public import FlowDiagnostics
import FlowSyntax

/// An expectation of a flow, with its result.
public struct Expectation: Sendable, Hashable {
  /// The location; `nil` for the implicit `expect success` of a flow without expectations.
  public var place: Place?
  /// Whether the expectation holds.
  public var holds: Bool
  /// Whether the run got far enough to test the expectation.
  ///
  /// If the run didn't get that far, the expectation neither holds nor fails.
  public var isReached = true
  /// The actual value; `nil` if the expectation holds.
  public var actual: String?
  /// The fault that made the test impossible, such as a comparison of two types.
  public var fault: Diagnostic?
  /// The part of the expectation that fails; `nil` if the whole expectation fails.
  var failing: Place?
  /// One note for each name in the failing part, with the name's value.
  var names: [String] = []
  /// The names of the facts that the expectation tests.
  package var facts: Set<String> = []
  /// Whether the expectation is only that the run ends in success.
  var isOfSuccess = false

  /// Returns an expectation that the run didn't reach.
  static func unreached(at place: Place?) -> Expectation {
    Expectation(
      place: place, holds: false, isReached: false, actual: "the run did not get that far")
  }

  /// The text after `expect`; `success` for the implicit expectation.
  public var expected: String {
    guard let text = place?.text else { return "success" }
    let word = "expect "
    return text.hasPrefix(word) ? String(text.dropFirst(word.count)) : text
  }

  /// The diagnostic of a failed expectation; `nil` if it holds or wasn't reached.
  public var diagnostic: Diagnostic? {
    guard !holds, isReached else { return nil }
    return fault
      ?? Diagnostic(
        .expectationFailed(expected: expected, actual: actual ?? ""), at: failing ?? place,
        notes: names)
  }
}
