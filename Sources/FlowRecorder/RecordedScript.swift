import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHost

/// The script that repeats a recorded sign-in.
struct RecordedScript {
  /// The script in canonical format.
  let text: String
  /// The number of rules in the script.
  let ruleCount: Int
  /// The reasons why the script doesn't repeat the recording; empty if it does.
  let problems: [Diagnostic]

  /// Writes the shortest script that repeats the recording.
  ///
  /// A script with all moves in order, each as a rule with `once`, always repeats the recording.
  /// Rules without `once` and without duplicates are shorter, and work even if an org asks twice.
  /// So the shorter form is tried first. If it fails, each unnecessary `once` is removed from the
  /// long form.
  ///
  /// - Parameters:
  ///   - moves: The recorded moves, each as a rule.
  ///   - head: The lines before the rules.
  ///   - tail: The lines after the rules.
  ///   - replayer: Checks a script against the recording.
  init(_ moves: [RecordedRule], head: [String], tail: [String], _ replayer: Replayer?) async {
    func text(_ rules: [RecordedRule]) -> String {
      let lines = head + rules.map(\.text) + [""] + tail
      return GeneratedScript.text(lines.joined(separator: "\n") + "\n")
    }
    func problems(_ rules: [RecordedRule]) async -> [Diagnostic] {
      await RecordedScript.problems(of: text(rules), replayer)
    }
    var rules = RecordedScript.unique(moves)
    var found = await problems(rules)
    if !found.isEmpty {
      rules = moves.map { move in
        var rule = move
        rule.limit = 1
        return rule
      }
      found = await problems(rules)
      if found.isEmpty {
        for index in rules.indices.reversed() {
          let shorter = RecordedScript.opened(rules, at: index)
          if await problems(shorter).isEmpty { rules = shorter }
        }
        rules = RecordedScript.joined(rules)
      }
    }
    self.text = text(rules)
    ruleCount = rules.count
    self.problems = found
  }

  /// The reasons why a script is invalid, or differs from the recording.
  private static func problems(of text: String, _ replayer: Replayer?) async -> [Diagnostic] {
    let script = LoadedScript.load(
      SourceFile(name: "recording", text: text), options: LoadedScript.Options(orgs: .simulated))
    guard !script.hasErrors, let flow = script.program.flows.first else {
      return script.diagnostics
    }
    let (plans, diagnostics) = RunPlan.make(
      program: script.program, flow: flow, options: EngineCatalog.standard.planOptions)
    guard let plan = plans.first, !diagnostics.contains(where: { $0.severity == .error }) else {
      return diagnostics
    }
    guard let replayer else { return [] }
    let result = await replayer.run(plan, Masker())
    return result.passed ? [] : result.diagnostics
  }

  // MARK: Rules

  /// The rules without duplicates; the first of several equal rules stays.
  private static func unique(_ rules: [RecordedRule]) -> [RecordedRule] {
    var seen: Set<RecordedRule> = []
    return rules.filter { seen.insert($0).inserted }
  }

  /// The rules with no limit for one of them, which replaces the equal rules after it.
  private static func opened(_ rules: [RecordedRule], at index: Int) -> [RecordedRule] {
    var rules = rules
    rules[index].limit = nil
    let open = rules[index]
    let below = rules[(index + 1)...].filter {
      $0.pattern != open.pattern || $0.action != open.action
        || $0.answersErrors != open.answersErrors
    }
    return rules[...index] + below
  }

  /// The rules with a count instead of several equal rules in a row.
  private static func joined(_ rules: [RecordedRule]) -> [RecordedRule] {
    var joined: [RecordedRule] = []
    for rule in rules {
      if let last = joined.last, let times = last.limit, let more = rule.limit,
        last.pattern == rule.pattern, last.action == rule.action,
        last.answersErrors == rule.answersErrors
      {
        joined[joined.count - 1].limit = times + more
      } else {
        joined.append(rule)
      }
    }
    return joined
  }

  /// Writes the script for a run that has ended.
  ///
  /// - Parameters:
  ///   - recording: The recording of the run.
  ///   - ended: The end of the run.
  ///   - kept: The moves that led to the end.
  ///   - intent: The word after `start`.
  ///   - values: Makes the expressions for the answers.
  ///   - replayer: Checks the script against the recording.
  init(
    _ recording: Recording, _ ended: EndedRun, _ kept: [KeptMove], intent: String,
    _ values: inout RecordedValues, _ replayer: Replayer?
  ) async {
    let marks = recording.marks
    var rules: [RecordedRule] = []
    // The `start` of the script repeats its own moves.
    for move in kept where move.origin != .start {
      let passkey = marks.indices.contains(move.number) ? marks[move.number].passkey : nil
      rules.append(
        RecordedRule(move, passkey: passkey) { field, value, step in
          // An authenticator app's code may be from the previous period of 30 seconds.
          values.answered(
            value, to: field, at: step,
            times: [move.until, max(.zero, move.until - .seconds(30)), move.at])
        })
    }
    // If the user ended the input, the sign-in stayed at its current step.
    let left = kept.last?.cancels == true ? nil : ended.result.left
    if let left {
      rules.append(RecordedRule(stoppingAt: left.response, isAtError: left.isAtError))
    }
    let end =
      left == nil ? RecordedScript.tail(of: ended.result, recording.masker) : ["expect stopped"]
    let head = ["# Recorded by flow record."] + (intent == "sign-in" ? [] : ["start \(intent)"])
    await self.init(rules, head: head + [""], tail: end, replayer)
  }

  /// The lines that expect the recorded end.
  private static func tail(of result: RunResult, _ masker: Masker) -> [String] {
    switch result.outcome {
    case .success, .finished, .refused, .cancelled, .stopped:
      return ["expect \(result.outcome.rawValue)"]
    case .failure:
      let error = result.records.last?.response.messages.first { $0.severity == .error }
      guard let error else { return ["expect failure"] }
      let text =
        error.key.map { "message.key is \(TextLiteral.quoted($0))" }
        ?? "message contains \(TextLiteral.quoted(error.text))"
      return ["expect failure" + (masker.masked(text) == text ? " and \(text)" : "")]
    }
  }
}
