import FlowEngine

// Signing up, recovering a password and unlocking an account.
extension Turn {
  // MARK: Registration

  /// `select-enroll-profile`.
  func startRegistration(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, policy.registration != nil else { throw .notOffered }
    transaction.restart()
    transaction.stage = .enrollProfile
    return .next
  }

  /// `enroll-profile`.
  mutating func enrollNew(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard transaction.stage == .enrollProfile, let registration = policy.registration else {
      throw .notOffered
    }
    let form = try body.requiredForm("userProfile")
    var account = Account(id: "", login: "")
    account.groups = registration.groups
    var reply = Reply(status: 400)
    for field in registration.fields {
      let value =
        field.isRequired ? try form.requiredText(field.name) : try form.text(field.name)
      guard let value else { continue }
      if field.name != "email", value.unicodeScalars.count > Registration.Field.maxLength {
        throw Refusal(400, .invalid(field.name))
      }
      account.profile.append(.init(name: field.name, value: value))
    }
    let email = account.attribute("email") ?? ""
    if !EmailAddress.isValid(email) {
      reply.fields.append(
        FieldMessage(field: "email", messages: IonMessage.notAnAddress("Email")))
    } else if person(email) != nil {
      reply.fields.append(FieldMessage(field: "email", messages: [.notUnique("Email")]))
    }
    guard reply.fields.isEmpty else { return reply }
    account.id = Site.id("00u", of: org.name, email.lowercased(), "\(state.registered.next)")
    account.login = email
    account.email = email
    account.isEmailVerified = false
    account.linkHabit = registration.linkHabit
    transaction.draft = account
    transaction.person = .draft
    transaction.identifier = email
    return advance(&transaction)
  }

  // MARK: Recovery

  /// `recover`, which hangs on the current password.
  mutating func recover(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard !policy.passwordRecovery.isEmpty else { throw .notOffered }
    switch transaction.stage {
    case .identify where policy.asksPasswordAtOnce:
      transaction.restart()
      transaction.stage = .identifyRecovery
      return .next
    case .challenge(let challenge) where challenge.enrolment == .password:
      return recoverPassword(&transaction)
    default: throw .notOffered
    }
  }

  /// Offers what the password of an account can be recovered with.
  mutating func recoverPassword(_ transaction: inout Transaction) -> Reply {
    let account = account(of: transaction)
    let offers = (account?.enrolments(in: policy) ?? []).filter {
      policy.passwordRecovery.contains($0.enrolment.authenticator)
    }
    guard let account, !offers.isEmpty, account.canSignIn || account.status == .locked else {
      return .say(403, .resetNotAllowed)
    }
    transaction.purpose = .recover
    return verifyNext(offers, &transaction)
  }

  // MARK: Unlock

  /// `unlock-account`.
  func startUnlock(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, !policy.unlock.isEmpty else { throw .notOffered }
    transaction.restart()
    transaction.stage = .unlock
    return .next
  }

  /// `select-authenticator-unlock-account`.
  mutating func selectUnlock(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let identifier = try body.requiredText("identifier")
    let choice = try body.requiredForm("authenticator")
    let id = try choice.requiredText("id")
    guard let authenticator = policy.unlock.first(where: { org.site.id(of: $0) == id }) else {
      throw Refusal(400, .invalid("id"))
    }
    let methodType = try choice.text("methodType")
    guard identify(&transaction, identifier) else {
      transaction.identifier = nil
      return .say(200, .unknownUser(identifier))
    }
    let account = account(of: transaction)
    let offer = (account?.enrolments(in: policy) ?? []).first {
      $0.enrolment.authenticator == authenticator
    }
    guard let offer, account?.status == .locked || transaction.person == .stranger else {
      transaction.restart()
      transaction.stage = .unlock
      return .say(400, .unlockNotAllowed)
    }
    var method: Method?
    if let methodType {
      guard let named = offer.methods.named(methodType) else {
        throw Refusal(400, .invalid("methodType"))
      }
      method = named
    }
    transaction.purpose = .unlock
    transaction.offers = [offer]
    return begin(offer, method: method, &transaction)
  }

  /// After a right code the second proof is asked for, where there has to be one.
  mutating func advanceUnlock(_ transaction: inout Transaction) -> Reply {
    let verified = transaction.verified
    let isProved = policy.unlockSecond.contains { authenticator in
      !verified.isDisjoint(with: authenticator.methods)
        && !verified.subtracting(authenticator.methods).isEmpty
    }
    guard !policy.unlockSecond.isEmpty, !isProved else { return finishUnlock(&transaction) }
    let offers = (account(of: transaction)?.enrolments(in: policy) ?? []).filter { offer in
      let authenticator = offer.enrolment.authenticator
      return policy.unlockSecond.contains(authenticator)
        && verified.isDisjoint(with: authenticator.methods)
    }
    guard !offers.isEmpty else {
      transaction.stage = .ended
      return .say(403, .unlockFailed)
    }
    return verifyNext(offers, &transaction)
  }

  /// The account is unlocked: there is nothing more to do, unless the org lets people go on.
  private mutating func finishUnlock(_ transaction: inout Transaction) -> Reply {
    change(&transaction) { $0.unlock() }
    guard !policy.signsInAfterUnlock else {
      transaction.purpose = .signIn
      var reply = advance(&transaction)
      reply.messages.append(.unlockedAndGoingOn)
      return reply
    }
    transaction.stage = .ended
    return Reply(messages: [.unlocked])
  }
}

/// Addresses as a sign-up form takes them.
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
