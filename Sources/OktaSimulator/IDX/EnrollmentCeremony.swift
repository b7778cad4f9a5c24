import FlowEngine
import FlowHTTP
import SimulatorKit

/// The enrollment of an authenticator: the user chooses it and verifies it.
struct EnrollmentCeremony: TurnPart {
  let turn: Turn

  /// Handles `select-authenticator-enroll` and `authenticator-enrollment-data`.
  func credentialEnroll(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let isChosen: Bool
    switch transaction.stage {
    case .selectEnrollment, .enroll, .enrollApp: isChosen = false
    case .choosePhone: isChosen = true
    default: throw .notOffered
    }
    let choice = try body.requiredForm("authenticator")
    let id = try choice.requiredText("id")
    guard
      let authenticator = transaction.enrollments.authenticators.first(where: {
        org.site.id(of: $0) == id
      })
    else { throw Refusal(400, .invalid("id")) }
    if let reply = enrollmentAccess.verifyFirst(authenticator, &transaction) { return reply }
    let allowed = policy.methods(of: authenticator)
    var method: Method?
    if let text = try choice.text("methodType") {
      guard let named = allowed.named(text) else {
        throw Refusal(400, .invalid("methodType"))
      }
      method = named
    }
    if authenticator == .oktaVerify { return try appEnrollment.enrollApp(choice, &transaction) }
    guard authenticator == .phone else {
      return begin(enrolling: authenticator, allowed.list.first ?? .password, &transaction)
    }
    let number = try choice.text("phoneNumber")
    if isChosen {
      guard method != nil else { throw Refusal(400, .required("methodType")) }
      guard number != nil else { throw Refusal(400, .required("phoneNumber")) }
    }
    guard let method, let number else {
      transaction.stage = .choosePhone
      return .next
    }
    return begin(enrollingPhone: number, method, &transaction)
  }

  private func begin(
    enrolling authenticator: Authenticator, _ method: Method, _ transaction: inout Transaction
  ) -> Reply {
    var enrolling = Transaction.Enrolling(authenticator: authenticator, method: method)
    if authenticator == .email {
      enrolling.number = turn.account(of: transaction)?.email ?? ""
      enrolling.code = turn.sendCode(over: .email, to: enrolling.number, for: transaction)
    }
    if authenticator == .googleOTP {
      // 160 bits, as RFC 4226 recommends (section 4, R6).
      enrolling.key = Secret(Base32.encode(draw.bytes(20)))
    }
    if authenticator == .webauthn { enrolling.nonce = draw.text(PasskeyCeremony.nonceDigits) }
    transaction.stage = .enroll(enrolling)
    return .next
  }

  private func begin(
    enrollingPhone number: String, _ method: Method, _ transaction: inout Transaction
  ) -> Reply {
    guard let number = PhoneNumber.normalized(number) else {
      // The real engine returns to the choice of an authenticator.
      transaction.stage = .selectEnrollment
      return .say(400, .invalidPhone)
    }
    transaction.stage = .enroll(
      Transaction.Enrolling(
        authenticator: .phone, method: method, number: number,
        code: turn.sendCode(over: method, to: number, for: transaction)))
    return .next
  }

  /// Handles the answer to `enroll-authenticator`.
  func finish(
    _ enrolling: Transaction.Enrolling, _ credentials: FormBody,
    _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    switch enrolling.authenticator {
    case .password:
      let password = try credentials.requiredText("passcode")
      guard let account = turn.account(of: transaction) else {
        return identification.refuse(&transaction)
      }
      let rules = traceNotes.passwordPolicy(for: account, transaction).rules
      if let message = passwordReset.message(refusing: password, for: account, by: rules) {
        return .say(400, message, at: "passcode")
      }
      let now = now
      turn.change(&transaction) { account in
        account.password = Secret(password)
        account.passwordSet = .at(now)
      }
    case .securityQuestion:
      let (question, refused) = try question(credentials)
      if let refused { return refused }
      turn.change(&transaction) { $0.question = question }
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey:
      try codeDevices.enrollDevice(enrolling.authenticator, credentials, &transaction)
    case .webauthn:
      if let refused = try passkeyCeremony.enrollPasskey(credentials, enrolling, &transaction) {
        return refused
      }
    case .tac: throw .notOffered
    case .email, .phone, .googleOTP, .oktaVerify:
      let code = try credentials.requiredCode("passcode")
      if let refused = check(code, enrolling, &transaction) { return refused }
    }
    return signOn.verify(enrolling.method, &transaction)
  }

  /// Checks the code that confirms an enrollment, and adds the enrollment if the code is correct.
  ///
  /// Returns an error reply if the code is wrong; otherwise `nil`.
  private func check(
    _ code: String, _ enrolling: Transaction.Enrolling, _ transaction: inout Transaction
  ) -> Reply? {
    guard enrolling.failures < policy.codes.attempts else { return .say(429, .tooManyRequests) }
    let step = enrolling.key.flatMap { factorChallenge.timeStep(of: code, key: $0) }
    let isRight = enrolling.key == nil ? factorChallenge.isRight(code, enrolling.code) : step != nil
    guard isRight else {
      var failed = enrolling
      failed.failures += 1
      transaction.stage = .enroll(failed)
      return failed.failures < policy.codes.attempts
        ? .say(401, .invalidCode, at: "passcode") : .say(429, .tooManyRequests)
    }
    let methods = policy.methods(of: .phone)
    turn.change(&transaction) { account in
      switch enrolling.authenticator {
      case .email: account.isEmailVerified = true
      case .phone: account.phones.append(.init(number: enrolling.number, methods: methods))
      case .googleOTP:
        account.codeKey = enrolling.key.map { .init(secret: $0, lastStep: step ?? -1) }
      case .password, .securityQuestion, .oktaVerify, .webauthn, .tac: break
      case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey: break
      }
    }
    return nil
  }

  /// Returns the security question and answer in a form, or an error reply if the answer is too
  /// short.
  private func question(
    _ credentials: FormBody
  ) throws(Refusal) -> (question: Account.Question?, refused: Reply?) {
    let key = try credentials.requiredText("questionKey")
    let text: String
    if key == SecurityQuestion.custom {
      text = try credentials.requiredText("question")
    } else {
      guard let known = SecurityQuestion.named(key) else {
        throw Refusal(400, .invalid("questionKey"))
      }
      text = known.text
    }
    let answer = try credentials.requiredText("answer")
    guard answer.unicodeScalars.count >= Account.Question.minAnswerLength else {
      return (nil, .say(400, .answerTooShort, at: "answer"))
    }
    return (Account.Question(key: key, text: text, answer: Secret(answer)), nil)
  }

  /// Handles `skip`, which postpones the task on the current page.
  func skip(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    switch transaction.stage {
    case .newPassword(.warning):
      transaction.settled.insert(.passwordWarning)
      return signOn.advance(&transaction)
    case .updateProfile: return try signUp.skipProfile(&transaction)
    case .selectEnrollment, .choosePhone, .enroll, .enrollApp:
      return try enrollmentChoice.skipEnrollment(&transaction)
    default: throw .notOffered
    }
  }
}

extension Account.Question {
  /// The minimum length of an answer, as in the real engine.
  static let minAnswerLength = 4
}

/// Phone numbers in the format of E.164.
enum PhoneNumber {
  /// Returns a number as `+` and digits, without spaces and common separators; `nil` if it isn't a
  /// phone number.
  static func normalized(_ text: String) -> String? {
    var digits: [UInt8] = []
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "+") where index == 0: digits.append(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("),
        UInt8(ascii: ")"):
        continue
      default: return nil
      }
    }
    // At most 15 digits (E.164, section 6); the shortest in use have 7; no country begins with 0.
    guard digits.first == UInt8(ascii: "+"), (8...16).contains(digits.count),
      digits[1] != UInt8(ascii: "0")
    else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }
}
