import FlowCrypto
import FlowEngine
import FlowHTTP

/// Offers a factor challenge, and checks the user's answer.
struct FactorChallenge: TurnPart {
  let turn: Turn

  // MARK: Choosing

  /// Handles `select-authenticator-authenticate`, `authenticator-verification-data` and
  /// `select-authenticator-unlock-account`.
  func challenge(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    if transaction.stage == .unlock { return try recovery.selectUnlock(body, &transaction) }
    var current: Enrollment?
    var asked = Methods()
    switch transaction.stage {
    case .selectFactor: break
    case .chooseMethod(let enrollment): current = enrollment
    case .challenge where transaction.showsChoice: break
    case .chooseOktaVerify(let methods): (current, asked) = (.oktaVerify, methods)
    case .push: break
    default: throw .notOffered
    }
    let choice = try body.requiredForm("authenticator")
    let offer = try offer(choice, &transaction)
    var method = try method(choice, of: offer)
    // The page that asks for the method also shows a form in which the method is optional. If the
    // form omits the method, the first one is used.
    if current == offer.enrollment, method == nil {
      method = asked.list.first ?? offer.methods.list.first
    }
    if offer.enrollment == .oktaVerify {
      try oktaVerifyChallenge.noteAutoChallenge(choice, &transaction)
      return oktaVerifyChallenge.beginOktaVerify(
        offer.methods, method, isAsked: current == .oktaVerify, &transaction)
    }
    // On the first page that offers the email, the form contains the method as a constant. The user
    // hasn't yet agreed to send a code.
    if offer.enrollment == .email, current != .email { method = nil }
    return begin(offer, method: method, &transaction)
  }

  /// Returns the factor that a form chooses.
  private func offer(
    _ choice: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Offer {
    let id = try choice.requiredText("id")
    let enrollment = try choice.text("enrollmentId")
    let account = turn.account(of: transaction)
    let offers = transaction.offers.filter {
      org.site.id(of: $0.enrollment.authenticator) == id
    }
    guard !offers.isEmpty else { throw Refusal(400, .invalid("id")) }
    guard let enrollment else { return offers[0] }
    guard
      let offer = offers.first(where: {
        AuthenticatorList.enrollmentID($0.enrollment, of: account) == enrollment
      })
    else { throw Refusal(400, .invalid("enrollmentId")) }
    return offer
  }

  /// Returns the method that a form chooses; `nil` if the form omits it.
  private func method(_ choice: FormBody, of offer: Offer) throws(Refusal) -> Method? {
    guard let text = try choice.text("methodType") else { return nil }
    guard let method = offer.methods.named(text) else {
      throw Refusal(400, .invalid("methodType"))
    }
    return method
  }

  /// Begins to verify a factor: sends its code, or first asks for the method if that isn't decided.
  func begin(
    _ offer: Offer, method: Method?, _ transaction: inout Transaction
  ) -> Reply {
    let enrollment = offer.enrollment
    var code: Transaction.Code?
    var chosen = method ?? offer.methods.list.first ?? .password
    switch enrollment {
    case .password, .googleOTP, .securityQuestion, .device:
      break
    case .webauthn:
      return passkeyCeremony.beginPasskey(mustVerifyUser: offer.mustVerifyUser, &transaction)
    case .oktaVerify:
      return oktaVerifyChallenge.beginOktaVerify(
        offer.methods, method, isAsked: false, &transaction)
    case .email:
      chosen = .email
      if policy.sendsEmailOnRequest, method == nil {
        transaction.stage = .chooseMethod(.email)
        return .next
      }
      let address = turn.account(of: transaction)?.email
      code = turn.sendCode(over: .email, to: address, for: transaction)
    case .phone(let index):
      guard let method else {
        transaction.stage = .chooseMethod(enrollment)
        return .next
      }
      let phones = turn.account(of: transaction)?.phones ?? []
      let number = phones.indices.contains(index) ? phones[index].number : nil
      code = turn.sendCode(over: method, to: number, for: transaction)
    }
    transaction.stage = .challenge(
      Transaction.Challenge(enrollment: enrollment, method: chosen, code: code))
    return .next
  }

  /// Handles `resend` and `send`: sends a new code, which replaces the old one.
  func resend(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    switch transaction.stage {
    case .challenge(let challenge):
      guard challenge.method.isSent else { throw .notOffered }
      let offer = Offer(enrollment: challenge.enrollment, methods: Methods(challenge.method))
      return begin(offer, method: challenge.method, &transaction)
    case .enroll(var enrolling):
      guard enrolling.method.isSent else { throw .notOffered }
      enrolling.code = turn.sendCode(
        over: enrolling.method, to: enrolling.number, for: transaction)
      enrolling.failures = 0
      transaction.stage = .enroll(enrolling)
      return .next
    default: throw .notOffered
    }
  }

  // MARK: Answering

  /// Handles `challenge-authenticator`, `enroll-authenticator`, `reset-authenticator` and
  /// `reenroll-authenticator`.
  func answer(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let credentials: FormBody
    switch transaction.stage {
    case .challenge, .enroll, .newPassword: credentials = try body.requiredForm("credentials")
    default: throw .notOffered
    }
    switch transaction.stage {
    case .challenge(let challenge): return try answer(challenge, credentials, &transaction)
    case .enroll(let enrolling): return try enrollment.finish(enrolling, credentials, &transaction)
    default: return try passwordReset.newPassword(credentials, &transaction)
    }
  }

  private func answer(
    _ challenge: Transaction.Challenge, _ credentials: FormBody,
    _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    if challenge.enrollment == .password {
      let password = try credentials.requiredText("passcode")
      return identification.checkPassword(password, &transaction, isFirstPage: false)
    }
    if let reply = refusal(ofAnswersTo: challenge, &transaction) { return reply }
    guard let account = turn.account(of: transaction) else {
      return identification.refuse(&transaction)
    }
    var traits: Traits = []
    let refused: Reply?
    switch challenge.enrollment {
    case .securityQuestion: refused = try checkAnswer(credentials, account)
    case .googleOTP: refused = try checkTimeCode(credentials, account, &transaction)
    case .webauthn:
      (traits, refused) = try passkeyCeremony.checkAssertion(
        credentials, challenge, account, &transaction)
    case .device(.tac): refused = try temporaryCodes.check(credentials, account)
    case .device(let authenticator):
      refused = try codeDevices.checkDevice(authenticator, credentials, account)
    case .oktaVerify:
      refused = try oktaVerifyChallenge.checkTotp(credentials, account, &transaction)
    case .email, .phone, .password:
      let code = try credentials.requiredCode("passcode")
      refused = isRight(code, challenge.code) ? nil : .say(401, .invalidCode, at: "passcode")
    }
    guard let refused else { return signOn.verify(challenge.method, by: traits, &transaction) }
    return fail(challenge, refused, &transaction)
  }

  /// Returns an error reply if every answer is rejected; `nil` if the answer should be checked.
  func refusal(
    ofAnswersTo challenge: Transaction.Challenge, _ transaction: inout Transaction
  ) -> Reply? {
    guard let account = turn.account(of: transaction) else {
      return identification.refuse(&transaction)
    }
    if isKeptOut(account, transaction) { return identification.refuse(&transaction) }
    return challenge.failures < policy.codes.attempts ? nil : .say(429, .tooManyRequests)
  }

  /// Whether every verification of an account is rejected, regardless of the answer.
  func isKeptOut(_ account: Account?, _ transaction: Transaction) -> Bool {
    guard transaction.purpose == .signIn else { return false }
    let isNew = transaction.isActivating && account?.status == .staged
    return account?.canProve != true && !isNew
  }

  /// Counts a wrong answer, and returns the error reply.
  func fail(
    _ challenge: Transaction.Challenge, _ refused: Reply, _ transaction: inout Transaction
  ) -> Reply {
    var challenge = challenge
    challenge.failures += 1
    transaction.stage = .challenge(challenge)
    return challenge.failures < policy.codes.attempts ? refused : .say(429, .tooManyRequests)
  }

  /// Whether a code equals the code that was sent, which must still be valid.
  func isRight(_ code: String, _ sent: Transaction.Code?) -> Bool {
    guard let sent else { return false }
    return sent.expires > now && sent.digits.reveal() == code
  }

  private func checkAnswer(
    _ credentials: FormBody, _ account: Account
  ) throws(Refusal) -> Reply? {
    let key = try credentials.text("questionKey")
    let answer = try credentials.requiredText("answer")
    guard let question = account.question, key == nil || key == question.key else {
      throw Refusal(400, .invalid("questionKey"))
    }
    // As in the real engine, upper and lower case and surrounding spaces don't matter.
    return question.answer.reveal().foldedAnswer == answer.foldedAnswer
      ? nil : .say(401, .wrongAnswer, at: "answer")
  }

  private func checkTimeCode(
    _ credentials: FormBody, _ account: Account, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply? {
    let code = try credentials.requiredCode("passcode")
    guard let key = account.codeKey, let step = timeStep(of: code, key: key.secret) else {
      return .say(401, .invalidCode, at: "passcode")
    }
    guard step > key.lastStep else { return .say(401, .usedCode, at: "passcode") }
    turn.change(&transaction) { $0.codeKey?.lastStep = step }
    return nil
  }

  /// Returns the time step to which a code belongs; `nil` if the code is wrong.
  ///
  /// The current time step and its two neighbors are accepted (RFC 6238, section 5.2).
  func timeStep(of code: String, key: Secret) -> Int? {
    guard let key = Base32.decode(key.reveal()) else { return nil }
    let step = Int(now.components.seconds / 30)
    return [step, step - 1, step + 1].first { step in
      TOTP.code(key: key, at: .seconds(Int64(step) * 30)) == code
    }
  }
}

extension Method {
  /// Whether the org sends a code for the method.
  var isSent: Bool {
    switch self {
    case .email, .sms, .voice: true
    case .password, .otp, .securityQuestion, .signedNonce, .push, .totp, .webauthn: false
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .tac, .yubikey: false
    }
  }
}

extension String {
  /// The normalized form in which answers to a security question are compared.
  var foldedAnswer: String {
    let bytes = lowercased().utf8
    let space = UInt8(ascii: " ")
    guard let first = bytes.firstIndex(where: { $0 != space }),
      let last = bytes.lastIndex(where: { $0 != space })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
