import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHost

/// The script that signs in again as it was recorded.
struct RecordedScript {
  /// The script, in the one form that scripts have.
  let text: String
  /// How many rules it has.
  let ruleCount: Int
  /// Why it doesn't do what was recorded; empty if it does.
  let problems: [Diagnostic]

  /// Writes the shortest script that does what was recorded.
  ///
  /// All moves in their order, each rule once, do it again whatever the rules are. The same rules
  /// without `once`, and each but one time, say it in fewer words, and go on saying it where an org
  /// asks twice: so that is tried first, then each `once` is taken away that isn't needed.
  ///
  /// - Parameters:
  ///   - moves: What was done, as rules, each for itself.
  ///   - head: The lines before the rules.
  ///   - tail: The lines behind them.
  ///   - replayer: Holds a script against the recording.
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

  /// What is wrong with a script: it isn't one, or does something else than the recording.
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

  /// Each rule one time, if it stands first.
  private static func unique(_ rules: [RecordedRule]) -> [RecordedRule] {
    var seen: Set<RecordedRule> = []
    return rules.filter { seen.insert($0).inserted }
  }

  /// The rules with one that may fire any number of times, and so does what the same rules below it do.
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

  /// The rules, with a number of times where the same one stands that often in a row.
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

  /// Writes the script of a run that has ended.
  ///
  /// - Parameters:
  ///   - recording: The run.
  ///   - ended: How it ended.
  ///   - kept: The moves that led there.
  ///   - intent: The word after `start`.
  ///   - values: Names what was answered.
  ///   - replayer: Holds the script against the recording.
  init(
    _ recording: Recording, _ ended: EndedRun, _ kept: [KeptMove], intent: String,
    _ values: inout RecordedValues, _ replayer: Replayer?
  ) async {
    let marks = recording.marks
    var rules: [RecordedRule] = []
    // What a `start` takes by itself it takes again.
    for move in kept where move.origin != .start {
      let passkey = marks.indices.contains(move.number) ? marks[move.number].passkey : nil
      rules.append(
        RecordedRule(move, passkey: passkey) { field, value, step in
          // A code of an app may have been read before the one that follows it came.
          values.answered(
            value, to: field, at: step,
            times: [move.until, max(.zero, move.until - .seconds(30)), move.at])
        })
    }
    // Who ended the input left the sign-in where it was.
    let left = kept.last?.cancels == true ? nil : ended.result.left
    if let left {
      rules.append(RecordedRule(stoppingAt: left.response, isAtError: left.isAtError))
    }
    let end =
      left == nil ? RecordedScript.tail(of: ended.result, recording.masker) : ["expect stopped"]
    let head = ["# Recorded by flow record."] + (intent == "sign-in" ? [] : ["start \(intent)"])
    await self.init(rules, head: head + [""], tail: end, replayer)
  }

  /// What is expected of the end.
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
