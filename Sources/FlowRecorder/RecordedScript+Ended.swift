import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax

extension RecordedScript {
  /// Writes the script of a run that has ended.
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - ended: how it ended.
  ///   - kept: the moves that led there.
  ///   - intent: the word after `start`.
  ///   - values: names what was answered.
  ///   - replayer: holds the script against the recording.
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
