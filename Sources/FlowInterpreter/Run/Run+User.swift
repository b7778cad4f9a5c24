import FlowEngine
import FlowSyntax

extension Run {
  /// Asks the issuer about the user who has signed in, once, if an expectation is about a fact of the
  /// user that no response has.
  ///
  /// - Parameter expect: The expectation.
  /// - Throws: A fault if the issuer doesn't say it: an expectation that something is not so must not
  ///   hold because nothing is known.
  mutating func askAboutUser(for expect: PlannedExpect) async throws(Stop) {
    guard (ended ?? response.outcome) == .success, let condition = expect.condition,
      condition.tests({ $0.hasPrefix("user.") && fact($0) == nil })
    else { return }
    if let userFailure { throw userFailure }
    guard !hasAskedAboutUser else { return }
    hasAskedAboutUser = true
    do throws(Stop) {
      let facts = try await sendForUser(at: expect.place)
      let known = Set(response.facts.map(\.name))
      response.facts += facts.filter { !known.contains($0.name) }
      // What is said of a run's end is said of its last response.
      if !records.isEmpty { records[records.count - 1].response.facts = response.facts }
    } catch {
      userFailure = error.asFault
      throw error.asFault
    }
  }
}

extension Stop {
  /// A refusal as a fault: after a sign-in that succeeded no flow expects one.
  fileprivate var asFault: Stop {
    switch self {
    case .refused(let diagnostic), .turnedAway(_, let diagnostic): .fault([diagnostic])
    case .ended, .fault, .interrupted, .unexpected: self
    }
  }
}
