import FlowEngine

/// The SDK call that performs a move of a script.
enum SessionCall: Sendable, Hashable {
  case startUserInteraction
  case setAccount(String, userInput: String?)
  case setPinBiometric(pin: Secret?, biometric: Bool)
  case inputCancel
  case stopSession

  /// The call for a capability; `nil` if there is none.
  init?(_ capability: Capability) {
    switch capability {
    case .stop, .deny: self = .stopSession
    case .cancel: self = .inputCancel
    default: return nil
    }
  }

  /// The call that submits a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - record: The session of the step.
  ///   - selection: The selected account.
  ///   - answers: The values of the step's fields.
  /// - Throws: An `EngineFailure` of kind `misused` if the answers don't fit the step. Unless a
  ///   field or a choice is unknown, the help shows what to write.
  init(
    submitting step: Step, of record: SessionRecord, _ selection: Selection?, _ answers: [Answer]
  ) throws(EngineFailure) {
    for answer in answers where !step.fields.contains(where: { $0.name == answer.field }) {
      throw EngineFailure(.misused, "`\(step.name)` has no field `\(answer.field)`")
    }
    func value(_ field: String) -> Value? { answers.first { $0.field == field }?.value }
    switch record.input {
    case .confirmation?:
      let account = try SessionCall.account(
        of: record, selection?.choice, value("account")?.revealed)
      self = .setAccount(account, userInput: value("userInput")?.revealed)
    case .secondFactor?:
      let pin = value("pin").map { Secret($0.revealed) }
      self = .setPinBiometric(pin: pin, biometric: value("biometric") == .boolean(true))
    case .verifying?, nil:
      guard record.status == .readyForUserInteraction else {
        throw EngineFailure(
          .misused, "the step `\(step.name)` has nothing to submit",
          help: "write `stop` to end the session, or `wait 30s` to let time pass")
      }
      self = .startUserInteraction
    }
  }

  /// The id of the selected account, or of the only account if the script selects none.
  private static func account(
    of record: SessionRecord, _ choice: Int?, _ answer: String?
  ) throws(EngineFailure) -> String {
    let offered = OfferedAccount.all(of: record)
    let words = offered.map { "`choose \($0.word)`" }.joined(separator: ", ")
    var meant = offered.count == 1 ? offered.first : nil
    if let choice {
      guard offered.indices.contains(choice) else {
        throw EngineFailure(.misused, "the step has no choice \(choice)")
      }
      meant = offered[choice]
    }
    if let answer {
      let named = offered.first { $0.answers(to: answer) }
      guard let named, choice == nil || named.account == meant?.account else {
        throw EngineFailure(
          .misused, "the given account can't be selected here",
          help: "write \(words)")
      }
      meant = named
    }
    guard let meant else {
      throw EngineFailure(.misused, "several accounts can be selected", help: "write \(words)")
    }
    return meant.account.id
  }

  /// The call's name in the documentation.
  var name: String {
    switch self {
    case .startUserInteraction: "startUserInteraction"
    case .setAccount: "setAccount"
    case .setPinBiometric: "setPinBiometric"
    case .inputCancel: "inputCancel"
    case .stopSession: "stopSession"
    }
  }

  /// Makes the call.
  func make(
    on backend: any NextAuthBackend, for session: SessionID
  ) async throws(CallFailure) {
    switch self {
    case .startUserInteraction: try await backend.startUserInteraction(session)
    case .setAccount(let account, let userInput):
      try await backend.setAccount(session, account: account, userInput: userInput)
    case .setPinBiometric(let pin, let biometric):
      try await backend.setPinBiometric(session, pin: pin, biometric: biometric)
    case .inputCancel: try await backend.inputCancel(session)
    case .stopSession: try await backend.stopSession(session)
    }
  }
}
