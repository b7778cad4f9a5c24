package import FlowText
package import FlowEngine
package import FlowInterpreter
import FlowSyntax

/// Placeholders for codes, passkeys and answers, for runs that send nothing.
package enum StandIns {
  /// Returns a placeholder for a value.
  package static func value(_ what: String) -> String { "<\(what)>" }

  /// Returns always the same bits, as the source of a script's random values.
  ///
  /// So these values can be recognized.
  @Sendable package static func random() -> UInt64 { 0 }

  /// The email address that `random email` returns.
  private static let email = RandomText(next: random).value(.email, 0).shown

  /// Whether a text is a placeholder.
  package static func stand(in text: String) -> Bool {
    text.hasPrefix("<") && text.hasSuffix(">") || text == email
  }

  /// Returns the environment for a run without a server.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - context: The context, which has the sources of real values.
  ///   - clock: The clock of the run.
  ///   - masker: The masker that receives the secrets of the run.
  ///   - deadline: The maximum duration of the run, by that clock.
  ///   - redirect: Follows redirects; `nil` if there is no browser.
  /// - Returns: The environment. It doesn't have a receiver of events yet.
  package static func environment(
    of plan: RunPlan, _ context: RunContext, _ clock: any RunClock, _ masker: Masker,
    deadline: Duration = RunEnvironment.usualDeadline,
    redirect: (@Sendable (Redirect) async throws -> Secret)? = { _ in
      throw CancellationError()
    }
  ) -> RunEnvironment {
    let sources = context.sources(demo: false, of: plan)
    return RunEnvironment(
      clock: clock, deadline: deadline, watchesRequests: false,
      sources: ValueSources(
        variable: { sources.variable($0) ?? StandIns.value("env \($0)") },
        secret: { sources.secret($0) ?? Secret(StandIns.value("secret \($0)")) },
        file: sources.file),
      totp: { request, now in
        TimedCode(
          Secret(StandIns.value("a one-time code")), key: request.secret, end: now + .seconds(30))
      },
      inbox: StandIns.Codes(), passkeys: StandIns.Keys(),
      command: { _ in Secret(StandIns.value("what the command prints")) }, random: random,
      prompter: StandIns.Person(), redirect: redirect, masker: masker)
  }

  /// An inbox that returns a placeholder for every code.
  struct Codes: Inbox {
    var answersAtOnce: Bool { true }

    func newest(
      _ channel: String, to address: String?, after moment: Int
    ) async throws(PlainFailure) -> InboxItem? {
      InboxItem(
        number: moment + 1, channel: channel, address: "",
        code: Secret(StandIns.value("the code from \(channel)")))
    }

    func mark() async throws(PlainFailure) -> Int { 0 }
  }

  /// A passkey holder that answers every challenge with placeholders.
  package struct Keys: PasskeyHolder {
    package func names(for challenge: PasskeyChallenge) -> [String] { ["passkey"] }

    package func answer(
      _ challenge: PasskeyChallenge, by name: String
    ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
      Dictionary(uniqueKeysWithValues: challenge.fields.keys.map { ($0, StandIns.value(name)) })
    }
  }

  /// A prompter that fills every field, and chooses the first option.
  package struct Person: Prompter {
    package func answer(_ question: Question) async throws -> Reply {
      if !question.fields.isEmpty {
        return .filled(
          question.fields.map { field in
            if let first = field.accepted.first { return first.title }
            switch field.kind {
            case .boolean: return "true"
            case .number: return "1"
            case .text, .any: return StandIns.value("asked")
            }
          })
      }
      let methods = question.options.first?.methods ?? []
      return question.options.isEmpty ? .cancelled : .chose(0, method: methods.isEmpty ? nil : 0)
    }
  }
}
