import FlowEngine
import FlowRuntime

/// What stands in for codes, keys and people where nothing is sent: a value that says what would.
enum StandIns {
  /// Stands for a value that isn't here.
  static func value(_ what: String) -> String { "<\(what)>" }

  /// An inbox to which every code has come.
  struct Codes: Inbox {
    func newest(
      _ channel: String, to address: String?, after moment: Int
    ) async throws(InboxFailure) -> InboxItem? {
      InboxItem(
        number: moment + 1, channel: channel, address: "",
        code: Secret(StandIns.value("the code from \(channel)")))
    }

    func mark() async throws(InboxFailure) -> Int { 0 }
  }

  /// A holder of every passkey.
  struct Keys: PasskeyHolder {
    func answer(
      _ challenge: PasskeyChallenge, by name: String
    ) async throws(PasskeyFailure) -> [PasskeyChallenge.Part: String] {
      Dictionary(uniqueKeysWithValues: challenge.fields.keys.map { ($0, StandIns.value(name)) })
    }
  }

  /// A person who fills whatever is asked, and chooses what comes first.
  struct Person: Prompter {
    func answer(_ question: Question) async throws -> Reply {
      if !question.fields.isEmpty {
        return .filled(question.fields.map { $0.accepted.first ?? StandIns.value("asked") })
      }
      let methods = question.options.first?.methods ?? []
      return question.options.isEmpty ? .cancelled : .chose(0, method: methods.isEmpty ? nil : 0)
    }
  }
}
