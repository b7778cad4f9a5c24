import FlowEngine
import FlowSyntax

extension Run {
  /// Tests an expectation; a mistake in it is the expectation's own fault.
  mutating func test(_ expect: PlannedExpect) async -> Expectation {
    var expectation = Expectation(place: expect.place, holds: false)
    expectation.facts = expect.condition?.facts ?? []
    expectation.isOfSuccess = expect.outcome == .success && expect.condition == nil
    do throws(Stop) {
      try await askAboutUser(for: expect)
      var holds = true
      if let outcome = expect.outcome { holds = (ended ?? response.outcome) == outcome }
      if holds, let condition = expect.condition {
        holds = try await self.holds(condition, at: nil)
      }
      expectation.holds = holds
    } catch .fault(let diagnostics) {
      expectation.fault = diagnostics.first
    } catch {
      // Interrupted while a value was awaited: it does not hold, and the run says why.
    }
    if !expectation.holds { expectation.actual = actual(expect) }
    return expectation
  }

  /// The expectations at the end of a run: all of them, or the success that goes without saying.
  ///
  /// Where an `expect` among the actions has ended the run, it has said what failed. Of the others
  /// those count that hold, and those that have failed for good: what fails only because the run
  /// was cut short says nothing.
  mutating func testAll() async -> [Expectation] {
    let isCutShort = expectations.contains { !$0.holds }
    guard !plan.expectations.isEmpty else {
      if isCutShort { return [] }
      var expectation = Expectation(
        place: nil, holds: ended == .success, actual: ended == .success ? nil : outcomeText)
      expectation.isOfSuccess = true
      return [expectation]
    }
    var tested: [Expectation] = []
    for expect in plan.expectations {
      let expectation = await test(expect)
      var counts = true
      if isCutShort {
        counts = expectation.holds ? expect.outcome == nil : await isSettled(expect)
      }
      tested.append(counts ? expectation : .unreached(at: expect.place))
    }
    return tested
  }

  /// Whether an expectation has failed for good, however the run had gone on.
  private mutating func isSettled(_ expect: PlannedExpect) async -> Bool {
    guard let condition = expect.condition else { return false }
    return (try? await isBroken(condition)) ?? false
  }

  /// Whether a condition can't hold any more: too many steps were taken, or one that must not be.
  private mutating func isBroken(_ condition: PlannedCondition) async throws(Stop) -> Bool {
    switch condition {
    case .and(let parts):
      for part in parts where try await isBroken(part) { return true }
      return false
    case .or(let parts):
      for part in parts where try await !isBroken(part) { return false }
      return !parts.isEmpty
    case .not: return false
    case .test(let test):
      switch (test.subject, test.comparison?.operator) {
      case (.path(.never, _), _), (.steps, .less?), (.steps, .lessOrEqual?):
        return try await !holds(condition, at: nil)
      default: return false
      }
    }
  }

  /// What is there instead of what was expected.
  private func actual(_ expect: PlannedExpect) -> String {
    var parts: [String] = []
    if expect.outcome != nil { parts.append(outcomeText) }
    if let condition = expect.condition { describe(condition, &parts) }
    return parts.joined(separator: "; ")
  }

  private var outcomeText: String {
    (ended ?? response.outcome).map { "outcome is \($0.rawValue)" } ?? "outcome is absent"
  }

  private func describe(_ condition: PlannedCondition, _ parts: inout [String]) {
    switch condition {
    case .or(let inner), .and(let inner): for part in inner { describe(part, &parts) }
    case .not(let inner): describe(inner, &parts)
    case .test(let test):
      let text = describe(test)
      if !parts.contains(text) { parts.append(text) }
    }
  }

  private func describe(_ test: PlannedTest) -> String {
    switch test.subject {
    case .outcomeIs, .outcome: return outcomeText
    case .offers:
      let names = response.steps.flatMap { $0.choices.map(\.naming.word) }
      return names.isEmpty ? "nothing is offered" : "offered: " + names.joined(separator: ", ")
    case .has:
      let names = response.steps.flatMap { $0.fields.map(\.name) }
      return names.isEmpty ? "no field is asked for" : "asked for: " + names.joined(separator: ", ")
    case .sent:
      let sent = sentMessages
      return sent.isEmpty ? "no message was sent" : "sent: " + sent.joined(separator: ", ")
    case .path:
      let taken = path.map { step, choice in
        ([step.name] + (step.subjects.first ?? choice?.naming).map { [$0.word] }.flattened)
          .joined(separator: " ")
      }
      return taken.isEmpty ? "path is empty" : "path is " + taken.joined(separator: ", ")
    case .message, .attempt, .step, .steps, .fact, .shown, .slot:
      let name = test.name
      let found = found(test.subject, at: nil)
      if found.isEmpty {
        return "\(name) is absent" + (session.absence(of: name).map { ": " + $0 } ?? "")
      }
      let shown = found.map { value in
        if case .text(let text) = value { "\"\(text)\"" } else { value.shown }
      }
      return "\(name) is " + shown.joined(separator: ", ")
    }
  }
}

extension PlannedTest {
  /// What a test looks at, as it is written.
  fileprivate var name: String {
    let text = place.text.utf8
    return String(decoding: text.prefix { $0 != 32 && $0 != 10 && $0 != 9 }, as: UTF8.self)
  }
}

extension Optional where Wrapped == [String] {
  /// Nothing as an empty list.
  fileprivate var flattened: [String] { self ?? [] }
}
