import FlowEngine

/// The facts of one session, for conditions.
struct Facts {
  private(set) var all: [Fact] = []

  /// Makes the facts of a session.
  ///
  /// - Parameters:
  ///   - record: The session.
  ///   - report: The latest report about the session's second factor.
  ///   - ending: The script's word that ended the session; `nil` if no word did.
  init(of record: SessionRecord, _ report: SecondFactorReport?, endedBy ending: String? = nil) {
    add("state", record.status.rawValue)
    add("history", record.history.rawValue)
    // `deny` and `stop` make the same SDK call, and the SDK calls back that the user denied.
    let isStopped = record.reason == .denied && ending == Capability.stop.name
    add("reason", (isStopped ? .stopped : record.reason)?.rawValue)
    if let error = record.error { all += Facts.of(error) }
    add("kind", record.kind.word)
    add("origin", record.origin.rawValue)
    all.append(Fact("app-login", .boolean(record.isAppLogin)))
    add("account", record.account?.displayName)
    add("server", record.server.isEmpty ? nil : record.server)
    if let report {
      add("context", report.context.rawValue)
      add("event", report.event.name)
      if let left = report.remaining { all.append(Fact("attempts-left", .number(Double(left)))) }
    }
    if case .confirmation(let confirmation)? = record.input {
      all.append(Fact("second-factor-needed", .boolean(confirmation.isSecondFactorNeeded)))
      add("visual-hash", confirmation.visualHash)
    }
    if let announce = record.announce { all += announce.facts.map { $0.within("announce") } }
    if let info = record.info { all += info.facts.map { $0.within("info") } }
    if let credentials = record.credentials {
      all.append(Fact("credentials", .secret(credentials)))
    }
  }

  private mutating func add(_ name: String, _ text: String?) {
    if let text { all.append(Fact(name, .text(text))) }
  }

  /// The facts about an error.
  static func of(_ error: SessionError) -> [Fact] {
    [Fact("error", .text(error.name))]
      + (error.code.map { [Fact("code", .number(Double($0)))] } ?? [])
  }

  /// The reason why a response can lack a fact, in a clause; `nil` if there is no special reason.
  static func absence(of fact: String) -> String? {
    switch fact {
    case "reason": "no session has ended"
    case "code", "error": "no error has occurred"
    case "account": "no account is selected yet"
    case "context", "event": "no second factor was requested"
    case "attempts-left": "no wrong PIN was given"
    case "second-factor-needed": "only a session at `confirm-login` or `confirm-enroll` has it"
    case "visual-hash": "only `confirm-enroll` has one, where the device shows it"
    case "credentials": "only an AppLogin that succeeded has them"
    case _ where fact.hasPrefix("announce."): "the session announces no such text"
    case _ where fact.hasPrefix("info."):
      "the session has no such info; it arrives with the login"
    default: nil
    }
  }
}

extension ShownInfo {
  /// The facts about the shown information, by the keys of its texts.
  var facts: [Fact] {
    (logo.map { [Fact("logo", .text($0))] } ?? []) + texts.map { Fact($0.key, .text($0.text)) }
  }
}

extension Fact {
  fileprivate func within(_ group: String) -> Fact { Fact("\(group).\(name)", value) }
}
