package import FlowText
package import FlowEngine
package import FlowInterpreter
import FlowSyntax

/// Placeholders for codes, keys and people, if nothing is sent.
package enum StandIns {
  /// Returns a placeholder for a missing value.
  package static func value(_ what: String) -> String { "<\(what)>" }

  /// The source of a script's random values: always the same bits, so that the values can be
  /// recognized.
  @Sendable package static func random() -> UInt64 { 0 }

  /// The address of a script's `random email`.
  private static let email = RandomText(next: random).value(.email, 0).shown

  /// Whether a text is a placeholder.
  package static func stand(in text: String) -> Bool {
    text.hasPrefix("<") && text.hasSuffix(">") || text == email
  }

  /// Returns the environment of a run without a server.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - context: The sources of the values that aren't placeholders.
  ///   - clock: The clock of the run.
  ///   - masker: Receives the secrets of the run.
  ///   - deadline: The maximum time of the run, by that clock.
  ///   - redirect: Follows its redirects; `nil` if there is no browser.
  /// - Returns: The environment without a receiver of events.
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

  /// An inbox that has every code.
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

  /// A holder of every passkey.
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
            if let first = field.accepted.first { return first }
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
