import FlowCrypto
import FlowEngine
import FlowWire

// Passkeys and security keys (W3C Web Authentication, Level 2).
extension Turn {
  /// How many digits of base64url a challenge has: 24 bytes, and at least 16 are asked for
  /// (section 13.4.3).
  static let nonceDigits = 32

  /// Asks any of the account's passkeys to sign.
  mutating func beginPasskey(_ transaction: inout Transaction) -> Reply {
    transaction.stage = .challenge(
      Transaction.Challenge(
        enrolment: .webauthn, method: .webauthn, nonce: draw.text(Turn.nonceDigits)))
    return .next
  }

  private func check(_ nonce: String) -> PasskeyCheck {
    PasskeyCheck(host: org.site.host, origin: org.site.origin, nonce: nonce)
  }

  /// Checks what a passkey has signed; its counter grows where it is right.
  mutating func checkAssertion(
    _ credentials: FormBody, _ nonce: String, _ account: Account,
    _ transaction: inout Transaction
  ) throws(Refusal) -> Reply? {
    let assertion = PasskeyCheck.Assertion(
      clientData: try credentials.requiredBytes("clientData"),
      authenticatorData: try credentials.requiredBytes("authenticatorData"),
      signature: try credentials.requiredBytes("signatureData"))
    do throws(CryptoFailure) {
      guard let signed = try check(nonce).verified(assertion, by: account.passkeys) else {
        return .say(400, .assertionRefused)
      }
      change(&transaction) { $0.passkeys[signed.index].counter = signed.counter }
      return nil
    } catch {
      return .say(400, .nothingVerifies(error))
    }
  }

  /// Enrols the passkey of an attestation; what is said where it is none.
  mutating func enrolPasskey(
    _ credentials: FormBody, _ enrolling: Transaction.Enrolling,
    _ transaction: inout Transaction
  ) throws(Refusal) -> Reply? {
    guard enrolling.failures < policy.codes.attempts else { return .say(429, .tooManyRequests) }
    let clientData = try credentials.requiredBytes("clientData")
    let attestation = try credentials.requiredBytes("attestation")
    let passkey = check(enrolling.nonce).enrolled(
      clientData: clientData, attestation: attestation)
    let known = account(of: transaction)?.passkeys ?? []
    guard let passkey, known.count < Account.passkeysMax,
      !known.contains(where: { $0.credential == passkey.credential })
    else {
      var failed = enrolling
      failed.failures += 1
      transaction.stage = .enroll(failed)
      return .say(400, .enrolmentFailed)
    }
    change(&transaction) { $0.passkeys.append(passkey) }
    return nil
  }

  /// `challenge-webauthn-autofillui-authenticator`: a passkey in place of an identifier.
  mutating func answerAutofill(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, !transaction.autofillNonce.isEmpty else {
      throw .notOffered
    }
    let credentials = try body.requiredForm("credentials")
    let handle = try credentials.requiredBytes("userHandle")
    // Each challenge is answered once, rightly or not.
    let nonce = transaction.autofillNonce
    transaction.autofillNonce = draw.text(Turn.nonceDigits)
    guard let login = login(ofHandle: handle) else { return .say(400, .assertionRefused) }
    let before = transaction
    guard identify(&transaction, login), let account = account(of: transaction) else {
      return .say(400, .assertionRefused)
    }
    if let refused = try checkAssertion(credentials, nonce, account, &transaction) {
      transaction = before
      return refused
    }
    guard account.canSignIn else { return refuse(&transaction) }
    return verify(.webauthn, &transaction)
  }

  /// Whose account a passkey was made for.
  private func login(ofHandle handle: [UInt8]) -> String? {
    if let account = state.people.first(where: { $0.passkeyHandle == handle }) {
      return account.login
    }
    for number in state.registered.numbers {
      if let account = state.registered[number], account.passkeyHandle == handle {
        return account.login
      }
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
    var key: P256.PublicKey
    /// How often it has signed, as far as it counts.
    var counter: UInt32
  }

  /// What passkeys know the account by: the id, as pages show it in base64url.
  var passkeyHandle: [UInt8] { Base64URL.decode(id) ?? Array(id.utf8) }
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
