import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Tests a flow's expectations, and keeps the results of each `expect` action.
struct ExpectationTester: ~Copyable {
  /// The results of the `expect` actions so far, in order.
  private(set) var tested: [Expectation] = []
  /// Whether the server was asked for facts about the signed-in user.
  private var hasAskedAboutUser = false
  /// The failure of the request for facts about the user; `nil` if it hasn't failed.
  private var userFailure: Stop?

  /// Tests an `expect` action.
  ///
  /// If the expectation fails, the run ends.
  mutating func check(
    _ expect: PlannedExpect, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    let expectation = await test(expect, &evaluator, &state)
    tested.append(expectation)
    guard expectation.holds else { throw .unexpected }
  }

  /// Tests an expectation.
  ///
  /// If the condition of the expectation can't be computed, the fault becomes a part of the result.
  private mutating func test(
    _ expect: PlannedExpect, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async -> Expectation {
    var expectation = Expectation(place: expect.place, holds: false)
    expectation.facts = expect.condition?.facts ?? []
    expectation.isOfSuccess = expect.outcome == .success && expect.condition == nil
    do throws(Stop) {
      try await askAboutUser(for: expect, &state)
      if let outcome = expect.outcome, state.journal.outcome != outcome {
        expectation.failing = expect.outcomePlace
      } else if let condition = expect.condition,
        let part = try await failingPart(of: condition, &evaluator, &state)
      {
        try await mark(part, &expectation, &evaluator, &state)
      } else {
        expectation.holds = true
      }
    } catch .fault(let diagnostics) {
      expectation.fault = diagnostics.first
    } catch {
      // If the run is interrupted, the expectation fails, and the run reports the interruption.
    }
    if !expectation.holds { expectation.actual = actual(expect, evaluator, state) }
    return expectation
  }

  /// Tests a condition.
  ///
  /// Each value is computed only once, because it may run a program or ask the user.
  ///
  /// - Returns: The first part that fails; `nil` if the condition holds.
  private func failingPart(
    of condition: PlannedCondition, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) -> PlannedCondition? {
    guard case .and(let parts) = condition else {
      return try await evaluator.holds(condition, at: nil, &state) ? nil : condition
    }
    for part in parts {
      if let failing = try await failingPart(of: part, &evaluator, &state) { return failing }
    }
    return nil
  }

  /// Records the part of an expectation that fails, and the value of a name on its right side.
  private func mark(
    _ part: PlannedCondition, _ expectation: inout Expectation, _ evaluator: inout Evaluator,
    _ state: inout RunState
  ) async throws(Stop) {
    guard case .test(let test) = part else { return }
    expectation.failing = test.place
    guard let right = test.comparison?.value, case .slot = right.content else { return }
    let value = try await evaluator.value(right, &state)
    expectation.names = ["`\(right.place.text)` is \(ExpectationTester.shown(value))"]
  }

  /// Returns a value as messages show it: a text in quotes, and a secret as the mask.
  private static func shown(_ value: Value) -> String {
    if case .text(let text) = value { "\"\(text)\"" } else { value.shown }
  }

  /// Tests all expectations of the flow at the end of a run.
  ///
  /// A flow without any expects success.
  ///
  /// If a failed `expect` action ended the run early, another expectation is included only if it
  /// holds, or if it would fail however the run continued.
  mutating func testAll(
    _ evaluator: inout Evaluator, _ state: inout RunState
  ) async -> [Expectation] {
    let isCutShort = tested.contains { !$0.holds }
    guard !state.plan.expectations.isEmpty else {
      if isCutShort { return [] }
      let isSuccess = state.journal.ended == .success
      var expectation = Expectation(
        place: nil, holds: isSuccess, actual: isSuccess ? nil : text(of: state.journal.outcome))
      expectation.isOfSuccess = true
      return [expectation]
    }
    var all: [Expectation] = []
    for expect in state.plan.expectations {
      let expectation = await test(expect, &evaluator, &state)
      var counts = true
      if isCutShort {
        counts =
          expectation.holds ? expect.outcome == nil : await isSettled(expect, &evaluator, &state)
      }
      all.append(counts ? expectation : .unreached(at: expect.place))
    }
    return all
  }

  /// Whether an expectation fails however the run continues.
  private func isSettled(
    _ expect: PlannedExpect, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async -> Bool {
    guard let condition = expect.condition else { return false }
    return (try? await isBroken(condition, &evaluator, &state)) ?? false
  }

  /// Whether a condition can't hold any more, because the path is too long or has a forbidden step.
  private func isBroken(
    _ condition: PlannedCondition, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) -> Bool {
    switch condition {
    case .and(let parts):
      for part in parts where try await isBroken(part, &evaluator, &state) { return true }
      return false
    case .or(let parts):
      for part in parts where try await !isBroken(part, &evaluator, &state) { return false }
      return !parts.isEmpty
    case .not: return false
    case .test(let test):
      switch (test.subject, test.comparison?.operator) {
      case (.path(.never, _), _), (.steps, .less?), (.steps, .lessOrEqual?):
        return try await !evaluator.holds(condition, at: nil, &state)
      default: return false
      }
    }
  }

  /// Returns a text with the actual values for a failed expectation.
  private func actual(
    _ expect: PlannedExpect, _ evaluator: borrowing Evaluator, _ state: borrowing RunState
  ) -> String {
    var parts: [String] = []
    if expect.outcome != nil { parts.append(text(of: state.journal.outcome)) }
    if let condition = expect.condition { describe(condition, &parts, evaluator, state) }
    return parts.joined(separator: "; ")
  }

  private func text(of outcome: Outcome?) -> String {
    outcome.map { "outcome is \($0.rawValue)" } ?? "outcome is absent"
  }

  private func describe(
    _ condition: PlannedCondition, _ parts: inout [String], _ evaluator: borrowing Evaluator,
    _ state: borrowing RunState
  ) {
    switch condition {
    case .or(let inner), .and(let inner):
      for part in inner { describe(part, &parts, evaluator, state) }
    case .not(let inner): describe(inner, &parts, evaluator, state)
    case .test(let test):
      let text = describe(test, evaluator, state)
      if !parts.contains(text) { parts.append(text) }
    }
  }

  private func describe(
    _ test: PlannedTest, _ evaluator: borrowing Evaluator, _ state: borrowing RunState
  ) -> String {
    let response = state.journal.response
    switch test.subject {
    case .outcomeIs, .outcome: return text(of: state.journal.outcome)
    case .offers:
      let names = response.steps.flatMap { $0.choices.map(\.naming.word) }
      return names.isEmpty ? "nothing is offered" : "offered: " + names.joined(separator: ", ")
    case .has:
      let names = response.steps.flatMap { $0.fields.map(\.name) }
      return names.isEmpty ? "no field is asked for" : "asked for: " + names.joined(separator: ", ")
    case .sent:
      let sent = state.journal.sentMessages
      return sent.isEmpty ? "no message was sent" : "sent: " + sent.joined(separator: ", ")
    case .path:
      let taken = state.journal.path.map { step, choice in
        ([step.name] + (step.subjects.first ?? choice?.naming).map { [$0.word] }.flattened)
          .joined(separator: " ")
      }
      return taken.isEmpty ? "path is empty" : "path is " + taken.joined(separator: ", ")
    case .message, .attempt, .step, .steps, .fact, .shown, .slot:
      let name = test.name
      let found = evaluator.found(test.subject, at: nil, state.journal)
      if found.isEmpty {
        return "\(name) is absent" + (state.transaction.absence(of: name).map { ": " + $0 } ?? "")
      }
      let shown = found.map(ExpectationTester.shown)
      return "\(name) is " + shown.joined(separator: ", ")
    }
  }

  /// Asks the server once for facts about the signed-in user, if an expectation tests a `user.`
  /// fact that no response contains.
  ///
  /// - Throws: A fault if the request fails. Otherwise a negated test would hold only because the
  ///   fact is unknown.
  private mutating func askAboutUser(
    for expect: PlannedExpect, _ state: inout RunState
  ) async throws(Stop) {
    guard state.journal.outcome == .success, let condition = expect.condition,
      condition.tests({ $0.hasPrefix("user.") && state.journal.fact($0) == nil })
    else { return }
    if let userFailure { throw userFailure }
    guard !hasAskedAboutUser else { return }
    hasAskedAboutUser = true
    do throws(Stop) {
      let facts = try await state.transaction.userFacts(
        at: expect.place, state.time, state.journal)
      state.journal.add(userFacts: facts)
    } catch {
      userFailure = error.asFault
      throw error.asFault
    }
  }
}

extension Stop {
  /// The stop with a refusal turned into a fault.
  ///
  /// No flow can expect a refusal after a successful sign-in.
  fileprivate var asFault: Stop {
    switch self {
    case .refused(let diagnostic), .turnedAway(_, let diagnostic): .fault([diagnostic])
    case .ended, .fault, .interrupted, .unexpected: self
    }
  }
}

extension PlannedTest {
  /// The subject of the test as the script writes it.
  fileprivate var name: String {
    let text = place.text.utf8
    return String(decoding: text.prefix { $0 != 32 && $0 != 10 && $0 != 9 }, as: UTF8.self)
  }
}

extension Optional where Wrapped == [String] {
  /// The list; empty if it is `nil`.
  fileprivate var flattened: [String] { self ?? [] }
}
