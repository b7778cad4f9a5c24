import FlowEngine

/// Verifies users with Okta Verify: by a push, a push with a number challenge, or a code.
struct OktaVerifyChallenge: TurnPart {
  let turn: Turn

  /// Begins to verify a user with Okta Verify.
  ///
  /// If there are several methods, the next page asks for the method. If the org sends pushes only
  /// on request, the next page asks whether to send the push. A user who chose to send pushes
  /// automatically isn't asked either question.
  ///
  /// - Parameters:
  ///   - methods: The offered methods.
  ///   - method: The chosen method; `nil` if the user hasn't chosen one.
  ///   - isAsked: Whether the user chose the method on a page that asks only for the method.
  ///   - transaction: The transaction.
  /// - Returns: The reply.
  func beginOktaVerify(
    _ methods: Methods, _ method: Method?, isAsked: Bool, _ transaction: inout Transaction
  ) -> Reply {
    let list = methods.list
    let sendsAtOnce = turn.account(of: transaction)?.oktaVerify?.sendsAtOnce ?? false
    let usual = sendsAtOnce && methods.contains(.push) ? Method.push : nil
    guard let chosen = method ?? (list.count == 1 ? list[0] : usual) else {
      transaction.stage = .chooseOktaVerify(methods)
      return .next
    }
    guard chosen != .totp else {
      transaction.stage = .challenge(
        Transaction.Challenge(enrollment: .oktaVerify, method: .totp))
      return .next
    }
    if chosen == .push, policy.oktaVerify.sendsOnRequest, !isAsked, !sendsAtOnce {
      transaction.stage = .chooseOktaVerify(.push)
      return .next
    }
    sendPush(chosen, &transaction)
    return .next
  }

  /// Sends a push to the user's phone.
  ///
  /// The new push replaces an older one.
  private func sendPush(_ method: Method, _ transaction: inout Transaction) {
    let usual = policy.oktaVerify.usualAnswer
    var answer = usual
    turn.change(&transaction) { answer = $0.oktaVerify?.nextAnswer(usual: usual) ?? usual }
    let showsNumber = method == .push && policy.oktaVerify.showsNumber
    transaction.stage = .push(
      Transaction.Push(
        method: method, answer: answer, sent: now,
        // Two digits, so that a notification on a phone has room for three numbers to choose from.
        number: showsNumber ? String(Int.random(in: 10...99, using: &draw)) : nil))
  }

  /// Stores the form's choice whether later pushes are sent automatically.
  func noteAutoChallenge(
    _ form: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) {
    guard let sendsAtOnce = try form.flag("autoChallenge") else { return }
    turn.change(&transaction) { $0.oktaVerify?.sendsAtOnce = sendsAtOnce }
  }

  /// Handles `challenge-poll` and `enroll-poll`, and the `poll` action of a mail with a link.
  func poll(
    _ endpoint: IDXEndpoint, _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    switch (transaction.stage, endpoint) {
    case (.push(let push), _):
      try noteAutoChallenge(body, &transaction)
      return try poll(push, &transaction)
    case (.enrollApp(let enrolling), .poll): return try appEnrollment.poll(enrolling, &transaction)
    case (_, .poll): return try mailLink.poll(&transaction)
    default: throw .notOffered
    }
  }

  /// Checks whether the phone has answered a push, and continues the sign-in if it has.
  private func poll(
    _ push: Transaction.Push, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard push.end == nil else { throw .notOffered }
    guard let account = turn.account(of: transaction) else {
      return identification.refuse(&transaction)
    }
    if factorChallenge.isKeptOut(account, transaction) {
      return identification.refuse(&transaction)
    }
    var push = push
    let answered = push.sent + push.answer.after
    let expires = push.sent + policy.oktaVerify.life
    if push.answer.kind != .ignore, answered < expires, answered <= now {
      if push.answer.kind == .approve {
        let traits = policy.oktaVerify.traits(of: account.oktaVerify, in: transaction.context)
        return signOn.verify(push.method, by: traits, &transaction)
      }
      push.end = .rejected
    } else if expires <= now {
      push.end = .timedOut
    }
    transaction.stage = .push(push)
    switch push.end {
    case .rejected?: return .say(400, .pushRejected)
    case .timedOut?: return .say(400, .pushTimedOut)
    case nil: return .next
    }
  }

  /// Checks a time-based code of Okta Verify.
  ///
  /// - Returns: An error reply if the code is wrong; otherwise `nil`.
  func checkTotp(
    _ credentials: FormBody, _ account: Account, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply? {
    let code = try credentials.requiredCode("totp")
    guard let key = account.oktaVerify?.key,
      let step = factorChallenge.timeStep(of: code, key: key.secret)
    else {
      return .say(401, .invalidCode, at: "totp")
    }
    guard step > key.lastStep else { return .say(401, .usedCode, at: "totp") }
    turn.change(&transaction) { $0.oktaVerify?.key.lastStep = step }
    return nil
  }
}
