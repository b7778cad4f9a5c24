import FlowCrypto
import FlowEngine
import FlowHTTP
import SimulatorKit

/// Passkeys and security keys (W3C Web Authentication, Level 2).
struct PasskeyCeremony: TurnPart {
  let turn: Turn

  /// How many digits of base64url a challenge has: 24 bytes, and at least 16 are asked for
  /// (section 13.4.3).
  static let nonceDigits = 32

  /// Asks any of the account's passkeys to sign.
  func beginPasskey(
    mustVerifyUser: Bool, _ transaction: inout Transaction
  ) -> Reply {
    transaction.stage = .challenge(
      Transaction.Challenge(
        enrolment: .webauthn, method: .webauthn, nonce: draw.text(PasskeyCeremony.nonceDigits),
        mustVerifyUser: mustVerifyUser))
    return .next
  }

  private func check(_ nonce: String) -> PasskeyCheck {
    PasskeyCheck(host: org.site.host, origin: org.site.origin, nonce: nonce)
  }

  /// Checks what a passkey has signed; its counter grows where it is right.
  ///
  /// - Returns: what the passkey is, and what is said where the answer is refused.
  func checkAssertion(
    _ credentials: FormBody, _ challenge: Transaction.Challenge, _ account: Account,
    _ transaction: inout Transaction
  ) throws(Refusal) -> (Traits, refused: Reply?) {
    let assertion = PasskeyCheck.Assertion(
      clientData: try credentials.requiredBytes("clientData"),
      authenticatorData: try credentials.requiredBytes("authenticatorData"),
      signature: try credentials.requiredBytes("signatureData"))
    do throws(CryptoFailure) {
      guard
        let signed = try check(challenge.nonce).verified(assertion, by: account.passkeys),
        // Section 7.2, step 17.
        signed.isUserVerified || !challenge.mustVerifyUser
      else { return ([], .say(400, .assertionRefused)) }
      turn.change(&transaction) { $0.passkeys[signed.index].counter = signed.counter }
      var traits = account.passkeys[signed.index].traits
      if !signed.isUserVerified { traits.subtract(.verification) }
      if signed.isSynced { traits.subtract(.deviceBound) }
      return (traits, nil)
    } catch {
      return ([], .say(400, .nothingVerifies(error)))
    }
  }

  /// Enrols the passkey of an attestation; what is said where it is none.
  func enrolPasskey(
    _ credentials: FormBody, _ enrolling: Transaction.Enrolling,
    _ transaction: inout Transaction
  ) throws(Refusal) -> Reply? {
    guard enrolling.failures < policy.codes.attempts else { return .say(429, .tooManyRequests) }
    let clientData = try credentials.requiredBytes("clientData")
    let attestation = try credentials.requiredBytes("attestation")
    let passkey = check(enrolling.nonce).enrolled(
      clientData: clientData, attestation: attestation)
    let known = turn.account(of: transaction)?.passkeys ?? []
    guard let passkey, known.count < Account.passkeysMax,
      !known.contains(where: { $0.credential == passkey.credential }),
      // Nor may it be another's (section 7.1, step 22).
      account(where: { $0.passkeys.contains { $0.credential == passkey.credential } }) == nil
    else {
      var failed = enrolling
      failed.failures += 1
      transaction.stage = .enroll(failed)
      return .say(400, .enrolmentFailed)
    }
    turn.change(&transaction) { $0.passkeys.append(passkey) }
    return nil
  }

  /// `challenge-webauthn-autofillui-authenticator`: a passkey in place of an identifier.
  func answerAutofill(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, !transaction.autofillNonce.isEmpty else {
      throw .notOffered
    }
    let credentials = try body.requiredForm("credentials")
    let handle = try credentials.requiredBytes("userHandle")
    // Each challenge is answered once, rightly or not.
    let nonce = transaction.autofillNonce
    transaction.autofillNonce = draw.text(PasskeyCeremony.nonceDigits)
    guard let login = login(ofHandle: handle) else { return .say(400, .assertionRefused) }
    let before = transaction
    guard turn.identify(&transaction, login), let account = turn.account(of: transaction) else {
      return .say(400, .assertionRefused)
    }
    let challenge = Transaction.Challenge(
      enrolment: .webauthn, method: .webauthn, nonce: nonce)
    let (traits, refused) = try checkAssertion(credentials, challenge, account, &transaction)
    if let refused {
      transaction = before
      return refused
    }
    guard account.canSignIn else { return identification.refuse(&transaction) }
    return signOn.verify(.webauthn, by: traits, &transaction)
  }

  /// Whose account a passkey was made for.
  private func login(ofHandle handle: [UInt8]) -> String? {
    account { $0.passkeyHandle == handle }?.login
  }

  /// The first account of all that fits.
  private func account(where fits: (Account) -> Bool) -> Account? {
    if let account = state.people.first(where: fits) { return account }
    for number in state.registered.numbers {
      if let account = state.registered[number], fits(account) { return account }
    }
    return nil
  }
}

extension FormBody {
  /// Bytes in base64, of either alphabet and padded or not: clients differ.
  fileprivate func requiredBytes(_ name: String) throws(Refusal) -> [UInt8] {
    guard let bytes = Base64.decode(try requiredText(name)) else {
      throw Refusal(400, .invalid(name))
    }
    return bytes
  }
}

extension Account {
  /// How many passkeys an account has at most, as in the real engine.
  static let passkeysMax = 10

  /// A passkey that is enrolled.
  struct Passkey: Sendable, Hashable {
    /// The credential's id.
    var credential: [UInt8]
    var key: PasskeyKey
    /// How often it has signed, as far as it counts.
    var counter: UInt32
    /// What it is, and how it can make sure of its holder.
    var traits: Traits = [.deviceBound, .biometrics]
  }

  /// The account's passkeys as they can be verified.
  var passkeyOffer: Offer {
    var others: [Traits] = []
    let first = self.passkeys.first?.traits ?? []
    for passkey in self.passkeys.dropFirst()
    where passkey.traits != first && !others.contains(passkey.traits) {
      others.append(passkey.traits)
    }
    return Offer(enrolment: .webauthn, methods: .webauthn, traits: first, otherTraits: others)
  }

  /// What passkeys know the account by: the id, as pages show it in base64url.
  var passkeyHandle: [UInt8] { Base64URL.decode(self.id) ?? Array(self.id.utf8) }
}

extension IonMessage {
  static let assertionRefused = error(
    "None of the WebAuthn authenticators the user has enrolled for was able to validate the "
      + "assertion", "authfactor.webauthn.error.assertion_validation_failure")
  static let enrolmentFailed = error(
    "Unable to enroll authenticator. Try again.", "oie.authenticator.enroll.error.fail")

  /// Said where a machine lacks what signatures take; the real engine has no such answer.
  static func nothingVerifies(_ failure: CryptoFailure) -> IonMessage {
    error("The simulated org can't verify the passkey: \(failure).", nil)
  }
}
