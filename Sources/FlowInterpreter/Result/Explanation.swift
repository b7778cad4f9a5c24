public import FlowDiagnostics
import FlowSyntax
import FlowEngine
import FlowText

/// Explains a response of a run: why rules were passed over, and which rule would answer it.
public struct Explanation: Sendable {
  private let plan: RunPlan
  private let record: StepRecord

  /// Explains one response of a run.
  public init(plan: RunPlan, record: StepRecord) {
    self.plan = plan
    self.record = record
  }

  /// The rules that were passed over, with their locations and the reasons, in the order in which
  /// they were tried.
  public var passedOver: [(place: Place, reason: String)] {
    record.considered.compactMap { consideration in
      guard plan.rules.indices.contains(consideration.rule) else { return nil }
      return (plan.rules[consideration.rule].place, reason(consideration))
    }
  }

  /// A rule, and whether it answers a response.
  public struct Verdict: Sendable {
    /// The rule's location.
    public var place: Place
    /// Whether the rule answers the response; `nil` if it wasn't tried.
    public var answers: Bool?
    /// The reason why the rule doesn't answer; empty if it does.
    public var reason: String
  }

  /// A verdict for each rule of the plan, in the order in which rules are tried.
  public var verdicts: [Verdict] {
    var seen: Set<Int> = []
    var verdicts: [Verdict] = []
    for consideration in record.considered.reversed()
    where plan.rules.indices.contains(consideration.rule)
      && consideration.rule != record.taken?.rule && seen.insert(consideration.rule).inserted
    {
      verdicts.append(
        Verdict(
          place: plan.rules[consideration.rule].place, answers: false,
          reason: reason(consideration)))
    }
    verdicts.reverse()
    if record.taken == nil, let rule = record.decided?.rule, plan.rules.indices.contains(rule) {
      seen.insert(rule)
      verdicts.append(Verdict(place: plan.rules[rule].place, answers: true, reason: ""))
    }
    if let taken = record.taken {
      seen.insert(taken.rule)
      let isRule = plan.rules.indices.contains(taken.rule)
      verdicts.append(
        Verdict(
          place: isRule ? plan.rules[taken.rule].place : taken.place, answers: true, reason: ""))
    }
    for (index, rule) in plan.rules.enumerated() where !seen.contains(index) {
      let isAnswered = record.taken != nil || record.decided != nil
      let reason = isAnswered ? "a rule before it answers" : "it was not tried"
      verdicts.append(Verdict(place: rule.place, answers: nil, reason: reason))
    }
    return verdicts
  }

  /// The maximum number of listed steps, and of listed names for each step.
  ///
  /// Responses of real servers have fewer. The limit keeps the list on one screen.
  public static let namesMax = 40

  /// One line for each step: the fields that it asks for and the choices that it offers.
  public var offered: [String] {
    let steps = record.response.steps
    let lines = steps.prefix(Explanation.namesMax).map { step in
      var parts: [String] = []
      if !step.fields.isEmpty {
        let taken = (step.passkey?.fields).map { Array($0.values) } ?? []
        let others = step.fields.filter { !taken.contains($0.name) }
        let passkey = step.asksForPasskey ? ["a passkey"] : []
        parts.append(
          "asks for "
            + list(passkey + others.map { $0.isRequired ? $0.name : $0.name + "?" }))
      }
      if !step.choices.isEmpty {
        parts.append(
          "offers "
            + list(
              step.choices.map { choice in
                let methods = choice.methods.map(\.word).joined(separator: " or ")
                return word(of: choice, among: step.choices)
                  + (methods.isEmpty ? "" : " via \(methods)")
              }))
      }
      if !step.capabilities.isEmpty { parts.append("can " + list(step.capabilities.map(\.name))) }
      if step.waiting != nil { parts.append("waits") }
      if step.redirect != nil { parts.append("leads to a browser") }
      let about = step.subjects.first.map { " (\($0.word))" } ?? ""
      return "`\(step.name)`\(about) " + (parts.isEmpty ? "asks for nothing" : list(parts))
    }
    let others = steps.count - lines.count
    return others > 0 ? lines + ["\(others) more steps are offered"] : lines
  }

  /// A rule that would answer the main step; `nil` if the response has no step.
  public var line: String? {
    guard let step = record.response.steps.first else { return nil }
    let subject = step.subjects.first.map { " \($0.word)" } ?? ""
    let pattern = "on \(step.name)\(subject)"
    if step.redirect != nil { return "\(pattern) follow" }
    let required = step.fields.filter(\.isUnanswered)
    if let choice = step.choices.first {
      let method = choice.methods.count > 1 ? choice.methods.first.map { " via \($0.word)" } : nil
      let asked = step.fields(with: 0).filter { $0.isUnanswered(with: 0) }
      let fields = asked.isEmpty ? "" : " with " + asked.map(\.answer).joined(separator: ", ")
      return "\(pattern) choose \(ScriptWriting.name(choice.naming.word))\(method ?? "")\(fields)"
    }
    if step.asksForPasskey { return "\(pattern) answer passkey = passkey NAME" }
    if !required.isEmpty {
      return "\(pattern) prompt"
        + (required.count > Explanation.namesMax
          ? "" : " " + required.map(\.shortName).joined(separator: ", "))
    }
    return step.waiting == nil ? "\(pattern) submit" : "\(pattern) poll"
  }

  /// The diagnostic of a response that no rule answers.
  var noRule: Diagnostic {
    let step = record.response.steps.first?.name ?? ""
    var labels: [Diagnostic.PlaceLabel] = []
    for rule in passedOver {
      let label = Diagnostic.PlaceLabel(rule.place, rule.reason)
      if !labels.contains(label) { labels.append(label) }
    }
    return Diagnostic(
      .noRule(step: step), at: plan.place, labels: labels, notes: offered,
      help: misspelling ?? line.map { "add `\($0)`" })
  }

  /// The help for a rule whose field is a typo of one of the step's fields; `nil` if there is none.
  private var misspelling: String? {
    for consideration in record.considered where plan.rules.indices.contains(consideration.rule) {
      guard case .fieldNotAsked(let index) = consideration.reason,
        let step = consideration.step.map({ record.response.steps[$0] })
      else { continue }
      let name = fieldName(plan.rules[consideration.rule], index)
      let asked = step.fields.map(\.shortName)
      guard let meant = asked.first(where: { Suggestion.isSlip(name, of: $0) }) else { continue }
      return "write `\(meant)` instead of `\(name)`"
    }
    return nil
  }

  private func reason(_ consideration: Consideration) -> String {
    let rule = plan.rules[consideration.rule]
    let step = consideration.step.map { record.response.steps[$0] }
    switch consideration.reason {
    case .patternDoesNotFit: return otherSubject(rule) ?? "its step isn't offered here"
    case .conditionFalse: return "its condition doesn't hold"
    case .retired:
      return "it has fired \(rule.limit == 1 ? "once" : "\(rule.limit ?? 0) times") already"
    case .errorShown: return "the server shows an error, and it lacks `when message`"
    case .alreadyDone where rule.polls: return "its wait here timed out"
    case .alreadyDone: return "it has already run here without answering"
    case .alreadyChosen:
      return "its choice is already made: a server asks at once for the only factor left"
    case .notOffered:
      let choices =
        step.map { step in step.choices.map { word(of: $0, among: step.choices) } } ?? []
      return choices.isEmpty
        ? "the step doesn't offer choices"
        : step.flatMap { offeredOtherwise(rule, at: $0) } ?? "the step offers \(list(choices))"
    case .fieldNotAsked(let index):
      let name = fieldName(rule, index)
      let fields = step?.fields.map(\.name) ?? []
      return "the step doesn't ask for `\(name)`"
        + (fields.isEmpty ? "" : ", but for \(list(fields))")
    case .notThere: return "no step or capability has that name"
    case .nothingToWaitFor: return "there is nothing to wait for"
    case .nothingToFollow: return "there is no redirect to follow"
    case .notSubmitted: return "this step leads to a browser: it is followed, not submitted"
    case .settled: return "it doesn't name a step, and no answer is required here"
    case .notFilled: return "the profile's answers don't fill this step"
    }
  }

  /// Returns the reason why a rule for an offered step doesn't match; `nil` if its step isn't
  /// offered.
  private func otherSubject(_ rule: PlannedRule) -> String? {
    for pattern in rule.patterns {
      guard let subject = pattern.subject, subject.made == nil else { continue }
      let offered = record.response.steps.filter { pattern.step?.covers(step: $0.name) == true }
      let subjects = offered.flatMap { $0.subjects.map(\.word) }
      guard !subjects.isEmpty, !subjects.contains(subject.words.word.text) else { continue }
      return "its step is offered for \(list(subjects)), not for `\(subject.words.word.text)`"
    }
    return nil
  }

  /// Returns the reason why a choice with an option's name doesn't match the option.
  ///
  /// Returns `nil` if no choice has the name.
  private func offeredOtherwise(_ rule: PlannedRule, at step: Step) -> String? {
    guard case .choose(let options)? = rule.actions.first?.kind else { return nil }
    for option in options where option.name.made == nil && option.method?.made == nil {
      let name = option.name.words.word.text
      guard let index = step.choices.firstIndex(where: { $0.naming.answers(to: name) }) else {
        continue
      }
      let choice = step.choices[index]
      if let method = option.method?.words.word.text,
        !choice.methods.contains(where: { $0.answers(to: method) })
      {
        let methods = choice.methods.map(\.word)
        return "`\(choice.naming.word)` is offered, but "
          + (methods.isEmpty ? "without methods" : "via \(list(methods))")
      }
      let fields = step.fields(with: index)
      let unasked = option.fields.first { planned in
        if case .missing = fields.match(planned.field) { true } else { false }
      }
      if let unasked {
        return
          "`\(choice.naming.word)` is offered, but doesn't ask for `\(unasked.written)`"
      }
    }
    return nil
  }

  private func fieldName(_ rule: PlannedRule, _ index: Int) -> String {
    switch rule.actions.first?.kind {
    case .answer(let answers) where answers.indices.contains(index): answers[index].written
    case .prompt(let prompts) where prompts.indices.contains(index): prompts[index].written
    default: ""
    }
  }

  /// Returns the name of a choice, with its details if another choice has the same name.
  private func word(of choice: Choice, among choices: [Choice]) -> String {
    let word = choice.naming.word
    guard !choice.details.isEmpty, choices.count(where: { $0.naming.word == word }) > 1 else {
      return word
    }
    return "\(word) (\(choice.details.joined(separator: ", ")))"
  }

  private func list(_ words: [String]) -> String {
    let others = words.count - Explanation.namesMax
    let named = words.prefix(Explanation.namesMax).joined(separator: ", ")
    return others > 0 ? "\(named) and \(others) more" : named
  }
}
