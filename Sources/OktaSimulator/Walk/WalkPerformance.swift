import FlowCrypto
import FlowEngine
import FlowHTTP

/// Performs an act: fills in a form as a client would, and submits it to the org.
struct WalkPerformance: TurnPart {
  let turn: Turn

  /// Performs one of the possible acts.
  ///
  /// Verifications by a key, a device or a wait are accepted without a check. So no signature is
  /// made, and no time passes.
  func take(_ act: WalkAct, _ transaction: inout Transaction) -> Reply {
    do throws(Refusal) {
      switch act {
      case .identify: return try identify(withPassword: true, &transaction)
      case .usePasskey: return usePasskey(&transaction)
      case .signInElsewhere(let index):
        let reply = providerRedirect.comeBack(from: index, &transaction).reply
        if case .ended = transaction.stage { return reply }
        return .next
      case .startSignUp: return try perform(.enroll, [:], &transaction)
      case .signUp: return try signUp(&transaction)
      case .startUnlock: return try perform(.unlockAccount, [:], &transaction)
      case .unlock(let authenticator, let method):
        return try perform(
          .challenge,
          [
            "identifier": .string(login),
            "authenticator": choice(authenticator, method),
          ], &transaction)
      case .select(let enrollment, let method):
        return try select(enrollment, method, &transaction)
      case .answer(let traits): return try answer(with: traits, &transaction)
      case .fail: return try fail(&transaction)
      case .wait: return try waitForPhone(&transaction)
      case .recover: return try perform(.recover, [:], &transaction)
      case .setPassword:
        return try perform(
          .answer, credentials(["passcode": .string(newPassword(transaction))]), &transaction)
      case .skip: return try perform(.skip, [:], &transaction)
      case .selectNew(let authenticator, let method):
        return try perform(
          .credentialEnroll, ["authenticator": choice(authenticator, method, isNew: true)],
          &transaction)
      case .enroll: return try enroll(&transaction)
      case .completeProfile:
        return try perform(.enrollNew, ["userProfile": profile(transaction)], &transaction)
      case .stay(let stays):
        return try perform(.keepMeSignedIn, ["keepMeSignedIn": .bool(stays)], &transaction)
      case .agree(let agrees):
        return try perform(.consent, ["consent": .bool(agrees)], &transaction)
      }
    } catch {
      return .say(error.status, error.message)
    }
  }

  private func perform(
    _ endpoint: IDXEndpoint, _ members: JSONObject, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    try idxRequests.perform(endpoint, FormBody(members), &transaction)
  }

  // MARK: Who it is

  private var login: String { state.people.first?.login ?? "" }

  private func identify(
    withPassword isRight: Bool, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    var members: JSONObject = ["identifier": .string(login)]
    if policy.asksPasswordAtOnce, transaction.stage == .identify {
      let right = state.people.first?.password?.reveal() ?? ""
      members["credentials"] = ["passcode": .string(isRight ? right : WalkValues.wrong)]
    }
    return try perform(.identify, members, &transaction)
  }

  /// Signs in with the account's first passkey.
  ///
  /// The challenge isn't really signed.
  private func usePasskey(_ transaction: inout Transaction) -> Reply {
    guard turn.identify(&transaction, login), let account = turn.account(of: transaction) else {
      return identification.refuse(&transaction)
    }
    guard account.canSignIn, let passkey = account.passkeys.first else {
      return identification.refuse(&transaction)
    }
    return signOn.verify(.webauthn, by: passkey.traits, &transaction)
  }

  private func signUp(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard let registration = policy.registration else { throw .notOffered }
    var members: JSONObject = ["userProfile": profile(transaction)]
    if registration.asksForPassword {
      members["credentials"] = ["passcode": .string(newPassword(transaction))]
    }
    return try perform(.enrollNew, members, &transaction)
  }

  private func profile(_ transaction: Transaction) -> JSON {
    .object(
      JSONObject(
        members: profileValues(transaction).map { .init($0.name, .string($0.value)) }))
  }

  /// Returns values that the fields of the profile form accept.
  func profileValues(_ transaction: Transaction) -> [(name: String, value: String)] {
    guard let registration = policy.registration else { return [] }
    let isNew = transaction.stage == .enrollProfile
    let fields =
      isNew ? registration.fields : registration.missing(from: turn.account(of: transaction))
    return fields.map { ($0.name, WalkValues.example(of: $0)) }
  }

  // MARK: Verifying

  private func choice(
    _ authenticator: Authenticator, _ method: Method, isNew: Bool = false
  ) -> JSON {
    var members: JSONObject = ["id": .string(org.site.id(of: authenticator) ?? "")]
    let isChosen = authenticator == .phone || authenticator == .oktaVerify && !isNew
    if isChosen { members["methodType"] = .string(method.wire) }
    if isNew, authenticator == .phone {
      members["phoneNumber"] = .string(WalkValues.phoneNumber)
    }
    return .object(members)
  }

  private func select(
    _ enrollment: Enrollment, _ method: Method, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    var members: JSONObject = [
      "id": .string(org.site.id(of: enrollment.authenticator) ?? "")
    ]
    let isAsked = transaction.stage == .chooseMethod(enrollment)
    let isChosen = enrollment == .oktaVerify || enrollment.authenticator == .phone || isAsked
    if isChosen { members["methodType"] = .string(method.wire) }
    if enrollment.authenticator == .phone {
      members["enrollmentId"] = .string(
        AuthenticatorList.enrollmentID(enrollment, of: turn.account(of: transaction)))
    }
    return try perform(.challenge, ["authenticator": .object(members)], &transaction)
  }

  private func credentials(_ members: JSONObject) -> JSONObject {
    ["credentials": .object(members)]
  }

  private func answer(
    with traits: Traits, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard case .challenge(let challenge) = transaction.stage else { throw .notOffered }
    if challenge.enrollment == .password {
      let password = turn.account(of: transaction)?.password?.reveal() ?? ""
      return try perform(.answer, credentials(["passcode": .string(password)]), &transaction)
    }
    if let reply = factorChallenge.refusal(ofAnswersTo: challenge, &transaction) { return reply }
    return signOn.verify(challenge.method, by: traits, &transaction)
  }

  /// Gives wrong answers until the org locks the account or ends the challenge.
  private func fail(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard case .challenge(let challenge) = transaction.stage, challenge.enrollment != .password
    else { return try failPassword(&transaction) }
    var reply = Reply.say(401, .invalidCode)
    while case .challenge(let challenge) = transaction.stage {
      if let refused = factorChallenge.refusal(ofAnswersTo: challenge, &transaction) {
        return refused
      }
      reply = factorChallenge.fail(challenge, .say(401, .invalidCode), &transaction)
    }
    return reply
  }

  private func failPassword(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    let first = transaction
    let isFirstPage = transaction.stage == .identify
    for _ in 0..<WalkPerformance.guessesMax {
      // On the first page, every wrong password returns to the first page.
      let reply =
        isFirstPage
        ? try identify(withPassword: false, &transaction)
        : identification.checkPassword(WalkValues.wrong, &transaction, isFirstPage: false)
      if state.people.first?.status == .locked || transaction.stage != first.stage { return reply }
    }
    transaction = first
    turn.change(&transaction) { $0.failedPasswords = 0 }
    return .say(400, .incorrectPassword)
  }

  /// The maximum number of wrong passwords that are tried.
  ///
  /// No realistic policy allows more.
  private static let guessesMax = 100

  /// Lets the phone answer a push in the way that the user's settings state.
  private func waitForPhone(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard case .push(var push) = transaction.stage else { throw .notOffered }
    let life = policy.oktaVerify.life
    let isAnswered = push.answer.kind != .ignore && push.answer.after < life
    push.sent = now - (isAnswered ? push.answer.after : life)
    transaction.stage = .push(push)
    return try perform(.authenticatorsPoll, [:], &transaction)
  }

  // MARK: Enrolling

  private func enroll(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    if case .enrollApp(var enrolling) = transaction.stage {
      enrolling.began = now - (policy.oktaVerify.enrollsAfter ?? .zero)
      transaction.stage = .enrollApp(enrolling)
      return try perform(.poll, [:], &transaction)
    }
    guard case .enroll(let enrolling) = transaction.stage else { throw .notOffered }
    switch enrolling.authenticator {
    case .webauthn:
      turn.change(&transaction) { $0.passkeys.append(WalkValues.passkey) }
      return signOn.verify(.webauthn, &transaction)
    case .password:
      return try perform(
        .answer, credentials(["passcode": .string(newPassword(transaction))]), &transaction)
    case .securityQuestion:
      return try perform(
        .answer,
        credentials([
          "questionKey": .string(SecurityQuestion.all[0].key),
          "answer": .string(WalkValues.answer),
        ]), &transaction)
    case .googleOTP:
      let key = enrolling.key.flatMap { Base32.decode($0.reveal()) } ?? []
      return try perform(
        .answer, credentials(["passcode": .string(TOTP.code(key: key, at: now))]), &transaction)
    case .email, .phone, .oktaVerify:
      let code = enrolling.code?.digits.reveal() ?? ""
      return try perform(.answer, credentials(["passcode": .string(code)]), &transaction)
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey:
      return try perform(
        .answer,
        credentials([
          enrolling.authenticator.codeField: .string(WalkValues.deviceCode),
          "credentialId": "VSMT12345678", "nextPasscode": .string(WalkValues.deviceCode),
          "clientData": "device",
        ]), &transaction)
    case .tac: throw .notOffered
    }
  }

  /// Returns a password that the rules accept, or a password that they refuse if no candidate is
  /// accepted.
  private func newPassword(_ transaction: Transaction) -> String {
    let account = turn.account(of: transaction) ?? .stranger("")
    let rules = policy.passwords(for: account, in: transaction.context).rules
    return WalkValues.password(taken: rules) {
      passwordReset.message(refusing: $0, for: account, by: rules) == nil
    }
  }
}
