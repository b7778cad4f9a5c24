import FlowEngine
import SimulatorKit

/// Signs users up: handles the profile form and its attributes.
struct SignUp: TurnPart {
  let turn: Turn

  /// Handles `select-enroll-profile`.
  func startRegistration(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, policy.isOpenToNewcomers else {
      throw .notOffered
    }
    transaction.restart()
    transaction.stage = .enrollProfile
    return .next
  }

  /// Handles `enroll-profile` and `profile-update`.
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

  /// Returns the attributes in a form, and adds an error to the reply for each field that isn't
  /// valid.
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

  /// Asks a signed-in user for missing attributes of the profile.
  ///
  /// Returns `nil` if no attribute is missing, or if the org doesn't ask for them.
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
      // Attributes that the user left empty aren't requested again.
      account.hasSkippedProfile = true
    }
    transaction.settled.insert(.profile)
    trace?.note(.profileCompleted)
    return signOn.advance(&transaction)
  }

  /// Handles `skip` at `profile-update`.
  ///
  /// The org doesn't ask for the skipped attributes again unless one of them becomes required.
  func skipProfile(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    let missing = policy.registration?.missing(from: turn.account(of: transaction)) ?? []
    guard !missing.contains(where: \.isRequired) else { throw .notOffered }
    turn.change(&transaction) { $0.hasSkippedProfile = true }
    transaction.settled.insert(.profile)
    return signOn.advance(&transaction)
  }
}

/// Validates the email addresses in sign-up forms.
enum EmailAddress {
  /// Whether a text has the form of an address: a name, one `@`, and a domain that contains a dot.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= maxLength else { return false }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// The maximum length of a login in the real engine, in bytes.
  static let maxLength = 100
}
