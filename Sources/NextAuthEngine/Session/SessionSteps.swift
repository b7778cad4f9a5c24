import FlowEngine

extension Capability {
  /// Ends a session in any state, by the call `stopSession`.
  static let stop = Capability("stop")
  /// Denies the request, also by `stopSession`.
  static let deny = Capability("deny")
  /// Cancels a second factor, by the call `inputCancel`.
  static let cancel = Capability("cancel")
}

/// Makes the script's step for a session's state.
enum SessionSteps {
  /// The step for the current state of a session.
  static func step(of record: SessionRecord) -> Step {
    let kind = record.isAppLogin ? "app-login" : record.kind.word
    let spellings = NextAuthEngine.vocabulary.oldSpellings
    let about = [
      Naming(kind, aliases: spellings.oldWord(for: kind).map { [$0] } ?? []),
      Naming(record.origin.rawValue),
    ]
    switch record.input {
    case .confirmation(let confirmation)?: return confirming(record, confirmation)
    case .secondFactor(let report)?: return proving(record, report)
    case .verifying?, nil:
      // The account of an active session is a fact and not a subject. As a subject it would look
      // like an account of another session's choice.
      return Step(
        record.status == .active ? "active" : "ready", subjects: about, capabilities: [.stop],
        showing: record.status == .active ? record.info?.facts ?? [] : record.shown,
        endsByItself: record.awaitsResult)
    }
  }

  /// The step for WAIT_FOR_CONFIRMATION.
  ///
  /// The accounts are choices, and also the values of a field that selects an account.
  private static func confirming(
    _ record: SessionRecord, _ confirmation: SessionRecord.Confirmation
  ) -> Step {
    let accounts = OfferedAccount.all(of: record)
    var account = Field(
      "account", aliases: ["identifier", "username"], label: "Account", purpose: .username,
      isRequired: true, isChoice: true)
    account.accepted = accounts.map { Field.Accepted(.text($0.word), naming: $0.naming) }
    if accounts.count == 1 { account.value = account.accepted[0].value }
    var showing = record.shown
    if let hash = confirmation.visualHash { showing.append(Fact("visual-hash", .text(hash))) }
    return Step(
      record.isRegistration ? "confirm-enroll" : "confirm-login",
      fields: [account, Field("userInput", aliases: ["user-input"], label: "For the server")],
      choices: accounts.map { Choice($0.naming, details: $0.details) },
      capabilities: [.deny, .stop], showing: showing)
  }

  /// The step for WAIT_FOR_SECOND_FACTOR, with the allowed and the required factors (S24).
  private static func proving(_ record: SessionRecord, _ report: SecondFactorReport) -> Step {
    var fields: [Field] = []
    let isOnly = report.allowed.count == 1
    if report.allowed.contains(.pin) {
      fields.append(
        Field(
          "pin", aliases: ["passcode", "code"], label: "PIN", purpose: .pin,
          isRequired: isOnly || report.required.contains(.pin), isSecret: true))
    }
    if report.allowed.contains(.biometric) {
      fields.append(
        Field(
          "biometric", label: "Biometric", kind: .boolean,
          isRequired: isOnly || report.required.contains(.biometric)))
    }
    let context = report.context == .verify ? "verify" : "first-set"
    return Step(
      "second-factor",
      subjects: [Naming(context)] + (record.account.map { [Naming($0.displayName)] } ?? []),
      fields: fields, capabilities: [.cancel, .deny, .stop], showing: record.shown)
  }
}

extension SessionRecord {
  /// The information to show while the session is held, confirmed or verified.
  fileprivate var shown: [Fact] { announce?.facts ?? [] }
}
