import FlowEngine
import SimulatorKit

/// Signs up: the profile form and its attributes.
struct SignUp: TurnPart {
  let turn: Turn

  /// `select-enroll-profile`.
  func startRegistration(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, policy.isOpenToNewcomers else {
      throw .notOffered
    }
    transaction.restart()
    transaction.stage = .enrollProfile
    return .next
  }

  /// `enroll-profile` and `profile-update`.
  func enrollNew(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard let registration = policy.registration else { throw .notOffered }
    switch transaction.stage {
    case .enrollProfile: return try signUp(registration, body, &transaction)
    case .updateProfile: return try updateProfile(registration, body, &transaction)
    default: throw .notOffered
    }
  }

  private func signUp(
    _ registration: Registration, _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    var account = registration.newcomer
    var reply = Reply(status: 400)
    account.profile = try attributes(registration.fields, body, &reply)
    let email = account.attribute("email") ?? ""
    if !EmailAddress.isValid(email) {
      reply.fields.append(
        FieldMessage(field: "email", messages: IonMessage.notAnAddress("Email")))
    } else if turn.person(email) != nil {
      reply.fields.append(FieldMessage(field: "email", messages: [.notUnique("Email")]))
    }
    account.login = email
    if registration.asksForPassword {
      let password = try body.requiredForm("credentials").requiredText("passcode")
      let rules = traceNotes.passwordPolicy(for: account, transaction).rules
      if let message = passwordReset.message(refusing: password, for: account, by: rules) {
        reply.fields.append(FieldMessage(field: "passcode", messages: [message]))
      }
      account.password = Secret(password)
      account.passwordSet = .at(now)
    }
    guard reply.fields.isEmpty else { return reply }
    account.id = SimulatedID.made(
      "00u", of: org.name, email.lowercased(), "\(state.registered.next)")
    account.email = email
    account.isEmailVerified = false
    account.linkHabit = registration.linkHabit
    transaction.draft = account
    transaction.person = .draft
    transaction.identifier = email
    return registration.asksForPassword
      ? signOn.verify(.password, &transaction) : signOn.advance(&transaction)
  }

  /// Returns the attributes of a form, and adds errors at the fields of a reply.
  private func attributes(
    _ fields: [Registration.Field], _ body: FormBody, _ reply: inout Reply
  ) throws(Refusal) -> [Account.Attribute] {
    let form = try body.requiredForm("userProfile")
    var attributes: [Account.Attribute] = []
    for field in fields {
      let value =
        field.isRequired ? try form.requiredText(field.name) : try form.text(field.name)
      guard let value else { continue }
      attributes.append(.init(name: field.name, value: value))
      guard !field.accepts(value) else { continue }
      reply.fields.append(
        FieldMessage(field: field.name, messages: [.doesNotMatchPattern(field.label)]))
    }
    return attributes
  }

  // MARK: Completing a profile

  /// Asks a signed-in user for missing attributes of the profile; `nil` if nothing is missing, or
  /// requested.
  func askForProfile(_ account: Account, _ transaction: inout Transaction) -> Reply? {
    guard let registration = policy.registration, registration.isProgressive,
      !transaction.settled.contains(.profile)
    else { return nil }
    let missing = registration.missing(from: account)
    guard missing.contains(where: { $0.isRequired || !account.hasSkippedProfile }) else {
      return nil
    }
    transaction.stage = .updateProfile
    return .next
  }

  private func updateProfile(
    _ registration: Registration, _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let missing = registration.missing(from: turn.account(of: transaction))
    var reply = Reply(status: 400)
    let attributes = try attributes(missing, body, &reply)
    for attribute in attributes where attribute.name == "email" {
      guard !EmailAddress.isValid(attribute.value) else { continue }
      reply.fields.append(
        FieldMessage(field: "email", messages: IonMessage.notAnAddress("Email")))
    }
    guard reply.fields.isEmpty else { return reply }
    turn.change(&transaction) { account in
      account.profile += attributes
      if let email = account.attribute("email"), account.email == nil {
        account.email = email
        account.isEmailVerified = false
      }
      // An empty attribute isn't requested again.
      account.hasSkippedProfile = true
    }
    transaction.settled.insert(.profile)
    trace?.note(.profileCompleted)
    return signOn.advance(&transaction)
  }

  /// `skip` at `profile-update`: it isn't requested again, unless an attribute becomes required.
  func skipProfile(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    let missing = policy.registration?.missing(from: turn.account(of: transaction)) ?? []
    guard !missing.contains(where: \.isRequired) else { throw .notOffered }
    turn.change(&transaction) { $0.hasSkippedProfile = true }
    transaction.settled.insert(.profile)
    return signOn.advance(&transaction)
  }
}

/// Addresses as a sign-up form accepts them.
enum EmailAddress {
  /// Whether a text has an address's form: one `@`, a name before it, a domain with a dot after.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= maxLength else { return false }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// The longest login of the real engine.
  static let maxLength = 100
}
