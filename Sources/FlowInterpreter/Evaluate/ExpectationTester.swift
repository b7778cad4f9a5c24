import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Tests the expectations of a flow, and stores the results of those among the actions.
struct ExpectationTester: ~Copyable {
  /// The results of the expectations among the actions, in order.
  private(set) var tested: [Expectation] = []
  /// Whether the issuer was asked for the facts of the user.
  private var hasAskedAboutUser = false
  /// The failure of that request.
  private var userFailure: Stop?

  /// Tests an expectation among the actions.
  ///
  /// A failed one ends the run.
  mutating func check(
    _ expect: PlannedExpect, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    let expectation = await test(expect, &evaluator, &state)
    tested.append(expectation)
    guard expectation.holds else { throw .unexpected }
  }

  /// Tests an expectation.
  ///
  /// A mistake in it becomes its own fault.
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
      // Interrupted while waiting for a value: it doesn't hold, and the run reports the
      // interruption.
    }
    if !expectation.holds { expectation.actual = actual(expect, evaluator, state) }
    return expectation
  }

  /// Evaluates a condition, each of its values once, because a value may run a program or ask.
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

  /// Records the part of an expectation that fails, and the value of the name in it.
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

  /// A value as a message shows it: a text in quotes, a secret by its mask.
  private static func shown(_ value: Value) -> String {
    if case .text(let text) = value { "\"\(text)\"" } else { value.shown }
  }

  /// Returns the expectations at the end of a run: all of them, or the implicit success.
  ///
  /// If an `expect` among the actions ended the run, it is the failure. The other expectations are
  /// reported only if they hold, or if they have definitely failed. An expectation that fails only
  /// because the run was cut short isn't reported.
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

  /// Whether an expectation has definitely failed, regardless of how the run continues.
  private func isSettled(
    _ expect: PlannedExpect, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async -> Bool {
    guard let condition = expect.condition else { return false }
    return (try? await isBroken(condition, &evaluator, &state)) ?? false
  }

  /// Whether a condition can't hold any more: too many steps were taken, or a forbidden one.
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

  /// Returns the actual value for a failed expectation.
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

  /// Requests the facts of the user who has signed in, once, if an expectation tests one that no
  /// response has.
  ///
  /// - Throws: A fault if the request fails. An expectation that something isn't so must not hold
  ///   only because the fact is unknown.
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
  /// A refusal as a fault: after a successful sign-in no flow expects one.
  fileprivate var asFault: Stop {
    switch self {
    case .refused(let diagnostic), .turnedAway(_, let diagnostic): .fault([diagnostic])
    case .ended, .fault, .interrupted, .unexpected: self
    }
  }
}

extension PlannedTest {
  /// The subject of a test, as written.
  fileprivate var name: String {
    let text = place.text.utf8
    return String(decoding: text.prefix { $0 != 32 && $0 != 10 && $0 != 9 }, as: UTF8.self)
  }
}

extension Optional where Wrapped == [String] {
  /// The list; empty if it is `nil`.
  fileprivate var flattened: [String] { self ?? [] }
}
