import FlowCrypto
import FlowEngine
import FlowHTTP
import SimulatorKit

/// Enrolls and verifies passkeys and security keys (W3C Web Authentication, Level 2).
struct PasskeyCeremony: TurnPart {
  let turn: Turn

  /// The number of base64url digits in a challenge: 24 bytes.
  ///
  /// At least 16 are required (section 13.4.3).
  static let nonceDigits = 32

  /// Asks for a signature by any of the account's passkeys.
  func beginPasskey(
    mustVerifyUser: Bool, _ transaction: inout Transaction
  ) -> Reply {
    transaction.stage = .challenge(
      Transaction.Challenge(
        enrollment: .webauthn, method: .webauthn, nonce: draw.text(PasskeyCeremony.nonceDigits),
        mustVerifyUser: mustVerifyUser))
    return .next
  }

  private func check(_ nonce: String) -> PasskeyCheck {
    PasskeyCheck(host: org.site.host, origin: org.site.origin, nonce: nonce)
  }

  /// Checks the signature of a passkey.
  ///
  /// If the signature is valid, the signature counter of the passkey is updated.
  ///
  /// - Returns: The traits of the verification, and an error reply if the signature isn't valid.
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
        // Section 7.2, step 17, requires this check.
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

  /// Enrolls the passkey in an attestation.
  ///
  /// Returns an error reply if the attestation isn't valid; otherwise `nil`.
  func enrollPasskey(
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
      // No other user may have the passkey (section 7.1, step 22).
      account(where: { $0.passkeys.contains { $0.credential == passkey.credential } }) == nil
    else {
      var failed = enrolling
      failed.failures += 1
      transaction.stage = .enroll(failed)
      return .say(400, .enrollmentFailed)
    }
    turn.change(&transaction) { $0.passkeys.append(passkey) }
    return nil
  }

  /// Handles `challenge-webauthn-autofillui-authenticator`: the user signs in with a passkey
  /// instead of an identifier.
  func answerAutofill(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, !transaction.autofillNonce.isEmpty else {
      throw .notOffered
    }
    let credentials = try body.requiredForm("credentials")
    let handle = try credentials.requiredBytes("userHandle")
    // Each challenge accepts only one answer, even a wrong one.
    let nonce = transaction.autofillNonce
    transaction.autofillNonce = draw.text(PasskeyCeremony.nonceDigits)
    guard let login = login(ofHandle: handle) else { return .say(400, .assertionRefused) }
    let before = transaction
    guard turn.identify(&transaction, login), let account = turn.account(of: transaction) else {
      return .say(400, .assertionRefused)
    }
    let challenge = Transaction.Challenge(
      enrollment: .webauthn, method: .webauthn, nonce: nonce)
    let (traits, refused) = try checkAssertion(credentials, challenge, account, &transaction)
    if let refused {
      transaction = before
      return refused
    }
    guard account.canSignIn else { return identification.refuse(&transaction) }
    return signOn.verify(.webauthn, by: traits, &transaction)
  }

  /// Returns the login of the user with a user handle; `nil` if there is none.
  private func login(ofHandle handle: [UInt8]) -> String? {
    account { $0.passkeyHandle == handle }?.login
  }

  /// Returns the first account that meets a condition; `nil` if there is none.
  private func account(where fits: (Account) -> Bool) -> Account? {
    if let account = state.people.first(where: fits) { return account }
    for number in state.registered.numbers {
      if let account = state.registered[number], fits(account) { return account }
    }
    return nil
  }
}

extension FormBody {
  /// Returns the bytes of a required base64 field.
  ///
  /// Clients differ, so both alphabets are accepted, with or without padding.
  fileprivate func requiredBytes(_ name: String) throws(Refusal) -> [UInt8] {
    guard let bytes = Base64.decode(try requiredText(name)) else {
      throw Refusal(400, .invalid(name))
    }
    return bytes
  }
}

extension Account {
  /// The maximum number of passkeys of an account, as in the real engine.
  static let passkeysMax = 10

  struct Passkey: Sendable, Hashable {
    /// The id of the credential.
    var credential: [UInt8]
    var key: PasskeyKey
    /// The number of signatures that the passkey reports; 0 if it doesn't count them.
    var counter: UInt32
    /// The traits of the passkey, including traits that require user verification.
    var traits: Traits = [.deviceBound, .biometrics]
  }

  /// The account's passkeys as one factor to choose.
  var passkeyOffer: Offer {
    var others: [Traits] = []
    let first = self.passkeys.first?.traits ?? []
    for passkey in self.passkeys.dropFirst()
    where passkey.traits != first && !others.contains(passkey.traits) {
      others.append(passkey.traits)
    }
    return Offer(enrollment: .webauthn, methods: .webauthn, traits: first, otherTraits: others)
  }

  /// The account's id in bytes, which passkeys store as the user handle.
  ///
  /// Pages show the user handle in base64url.
  var passkeyHandle: [UInt8] { Base64URL.decode(self.id) ?? Array(self.id.utf8) }
}

extension IonMessage {
  static let assertionRefused = error(
    "None of the WebAuthn authenticators the user has enrolled for was able to validate the "
      + "assertion", "authfactor.webauthn.error.assertion_validation_failure")
  static let enrollmentFailed = error(
    "Unable to enroll authenticator. Try again.", "oie.authenticator.enroll.error.fail")

  /// The message if this machine can't verify signatures.
  ///
  /// The real engine has no such message.
  static func nothingVerifies(_ failure: CryptoFailure) -> IonMessage {
    error("The simulated org can't verify the passkey: \(failure).", nil)
  }
}
