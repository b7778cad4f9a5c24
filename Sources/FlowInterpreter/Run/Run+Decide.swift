import FlowEngine
import FlowSyntax

extension Run {
  /// The rule that decides, the step at which it does, and how its first action is done there.
  typealias Decision = (rule: Int, step: Int, means: Means)

  /// Finds the rule that decides at the newest response: the first that applies, each held against
  /// the steps in their order.
  ///
  /// At a response that shows an error only a rule that says `when message`, and the person of an
  /// `otherwise prompt`, may answer: what was refused is never sent again by itself.
  ///
  /// While what was chosen is being finished, another `choose` decides only where nothing else does:
  /// so two of them are a preference, wherever the rules stand that do the finishing.
  mutating func decide() async throws(Stop) -> Decision? {
    let rules = plan.rules
    let showsError = response.messages.contains { $0.severity == .error }
    var considered: [Consideration] = []
    considered.reserveCapacity(rules.count)
    let last = records.count - 1
    // What was noted before something was said here is noted anew.
    defer { records[last].considered = considered }
    var second: Decision?
    for index in rules.indices {
      if let reason = outright(index, of: rules, showsError: showsError) {
        considered.append(Consideration(rule: index, step: nil, reason: reason))
        continue
      }
      let stepCount = rules[index].isMainOnly ? min(1, response.steps.count) : response.steps.count
      var isFitting = false
      for step in 0..<stepCount where fits(rules[index], response.steps, at: step) {
        isFitting = true
        if let condition = rules[index].condition {
          guard try await holds(condition, at: step) else {
            considered.append(Consideration(rule: index, step: step, reason: .conditionFalse))
            continue
          }
        }
        switch fit(rules[index].actions[0], at: step) {
        case .fits(let means):
          guard isFurtherChoice(index, at: step) else { return (index, step, means) }
          if second == nil { second = (index, step, means) }
          considered.append(Consideration(rule: index, step: step, reason: .alreadyChosen))
        case .passed(let reason):
          considered.append(Consideration(rule: index, step: step, reason: reason))
        case .ambiguous(let diagnostic): throw .fault([diagnostic])
        }
      }
      if !isFitting {
        considered.append(Consideration(rule: index, step: nil, reason: .patternDoesNotFit))
      }
    }
    if let second { considered.removeAll { $0.rule == second.rule } }
    return second
  }

  /// Whether a rule is a `choose` on the way back from what was chosen last, and names no condition
  /// under which it is to be taken.
  private func isFurtherChoice(_ index: Int, at step: Int) -> Bool {
    guard case .choose = plan.rules[index].actions[0].kind, plan.rules[index].condition == nil
    else { return false }
    let word = lastChosen.map { Naming.normalized($0.naming.word) }
    return response.steps.indices.contains { other in
      guard other != step else { return false }
      let subjects = response.steps[other].subjects
      if let word, subjects.contains(where: { $0.answers(to: word) }) { return true }
      // A run may begin at a page that goes on with a choice: the page says so itself.
      guard response.steps[other].isBegun else { return false }
      return response.steps[step].choices.contains { choice in
        let word = Naming.normalized(choice.naming.word)
        return subjects.contains { $0.answers(to: word) }
      }
    }
  }

  /// Why a rule need not be held against any step.
  private func outright(
    _ index: Int, of rules: [PlannedRule], showsError: Bool
  ) -> PassedOver? {
    if showsError, !rules[index].answersErrors { return .errorShown }
    if let limit = rules[index].limit, fired[index] >= limit { return .retired }
    if !spent.isEmpty, spent.contains(index) { return .alreadyDone }
    if !rules[index].namesStep, response.settled != nil || response.onlyEndsByItself {
      return .settled
    }
    return nil
  }

  /// Whether a rule is for a step of the newest response; what ends by itself must be named.
  private func fits(_ rule: PlannedRule, _ steps: [Step], at index: Int) -> Bool {
    if steps[index].endsByItself, !rule.namesStep { return false }
    return fits(rule.patterns, steps, at: index)
  }

  /// Whether one of the patterns fits a step of the newest response; no pattern fits every step.
  ///
  /// Most don't fit by the name alone, so only that is looked at first, in its place.
  private func fits(_ patterns: [PlannedPattern], _ steps: [Step], at index: Int) -> Bool {
    if patterns.isEmpty { return true }
    for position in patterns.indices {
      if let word = patterns[position].step, !word.covers(step: steps[index].name) { continue }
      let subjects = steps[index].subjects
      if let subject = patterns[position].subject, !isAbout(subject, subjects, nil) { continue }
      if let method = patterns[position].method, !isAbout(method, subjects, nil) { continue }
      return true
    }
    return false
  }

  /// Whether a pattern fits a step, at which a choice may have been made.
  func fits(_ pattern: PlannedPattern, _ step: Step, with choice: Choice?) -> Bool {
    if let word = pattern.step, !word.covers(step: step.name) { return false }
    if let subject = pattern.subject, !isAbout(subject, step.subjects, choice) { return false }
    if let method = pattern.method, !isAbout(method, step.subjects, choice) { return false }
    return true
  }

  private func isAbout(_ label: PlannedLabel, _ subjects: [Naming], _ choice: Choice?) -> Bool {
    let word = words(label).word.text
    return subjects.contains { $0.answers(to: word) }
      || choice?.naming.answers(to: word) == true
  }

  /// How many parts that could not be read are named: a page that is wrong in one way often is in
  /// each of its lines.
  private static let unreadMax = 5

  /// The end of a run whose newest response no rule answers.
  func undecided() -> Stop {
    if response.messages.contains(where: { $0.severity == .error }) { return .refused(refusal()) }
    let explanation = Explanation(plan: plan, record: records[records.count - 1])
    guard var timeout = lastTimeout else {
      var fault = explanation.noRule
      let unread = session.unreadParts
      if let step = response.steps.first, session.lacksAuthenticator(step) {
        fault.problem = .unexpectedAuthenticator(step: step.name)
      }
      fault.notes += unread.prefix(Run.unreadMax).map { "of the response, \($0)" }
      if unread.count > Run.unreadMax {
        fault.notes.append("\(unread.count - Run.unreadMax) more parts could not be read")
      }
      return .fault([fault])
    }
    timeout.labels = explanation.noRule.labels
    return .fault([timeout])
  }

  /// The server's refusal, in its own words, and the line that led to it; or what else has ended it.
  func refusal() -> Diagnostic {
    let errors = response.messages.filter { $0.severity == .error }
    let texts = (errors.isEmpty ? response.messages : errors).map(\.text)
    var notes: [String] = []
    if let step = response.steps.first { notes.append("the server is at `\(step.name)`") }
    let keys = errors.compactMap(\.key)
    if !keys.isEmpty {
      notes.append("its key is " + keys.map { "`\($0)`" }.joined(separator: ", "))
    }
    let text = texts.isEmpty ? "no reason was given" : texts.joined(separator: "; ")
    if hasLeftCaptcha {
      notes.insert("the server says: \(text)", at: 0)
      return Diagnostic(.captcha(name: captchaName), at: lastPlace, notes: notes)
    }
    let isOver = response.steps.isEmpty && response.capabilities.isEmpty
    return Diagnostic(
      Problem(of: response.cause, text), at: lastPlace, notes: notes,
      help: isOver
        ? "nothing can follow it; where it is what is tested, write `expect failure`" : nil)
  }
}
