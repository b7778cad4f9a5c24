import FlowEngine
import FlowHTTP
import SimulatorKit

/// Enrolls Okta Verify: offers a QR code or a link, and waits for the app.
struct AppEnrollment: TurnPart {
  let turn: Turn

  /// Begins to enroll Okta Verify through a channel.
  ///
  /// The default channel is the QR code.
  func enrollApp(
    _ choice: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    var channel = EnrollmentChannel.qrcode
    if let text = try choice.text("channel") {
      guard let named = EnrollmentChannel(rawValue: text) else {
        throw Refusal(400, .invalid("channel"))
      }
      channel = named
    }
    var enrolling = Transaction.AppEnrolling(channel: channel)
    if channel == .qrcode { begin(&enrolling) }
    transaction.stage = .enrollApp(enrolling)
    return .next
  }

  /// Makes the token that the phone needs, and starts the time until the phone enrolls.
  private func begin(_ enrolling: inout Transaction.AppEnrolling) {
    enrolling.token = Secret(draw.text(32))
    enrolling.began = now
  }

  /// Handles `resend` and `send`, including the step `enrollment-channel-data`.
  func send(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    if case .chooseOktaVerify(let methods) = transaction.stage, methods.contains(.push) {
      return oktaVerifyChallenge.beginOktaVerify(methods, .push, isAsked: true, &transaction)
    }
    guard case .enrollApp(var enrolling) = transaction.stage else {
      return try factorChallenge.resend(&transaction)
    }
    guard let field = enrolling.channel.field else { throw .notOffered }
    if enrolling.began == nil {
      let text = try body.requiredText(field)
      switch enrolling.channel {
      case .sms:
        guard let number = PhoneNumber.normalized(text) else {
          return .say(400, .invalidSMSPhone, at: field)
        }
        enrolling.address = number
      case .email, .qrcode:
        guard EmailAddress.isValid(text) else {
          return Reply(
            status: 400,
            fields: [FieldMessage(field: field, messages: IonMessage.notAnAddress("Email"))])
        }
        enrolling.address = text
      }
    }
    begin(&enrolling)
    state.send(
      link: org.site.appLink(enrolling.token), over: enrolling.channel.rawValue,
      to: enrolling.address)
    transaction.stage = .enrollApp(enrolling)
    return .next
  }

  /// Checks whether the phone has enrolled, and continues the sign-in if it has.
  func poll(
    _ enrolling: Transaction.AppEnrolling, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard let began = enrolling.began else { throw .notOffered }
    guard let after = policy.oktaVerify.enrollsAfter, began + after <= now else { return .next }
    // 160 bits, as RFC 4226 recommends (section 4, R6). Only the phone receives the key.
    let key = Account.CodeKey(secret: Secret(Base32.encode(draw.bytes(20))))
    turn.change(&transaction) { $0.oktaVerify = Account.OktaVerify(key: key) }
    let method = policy.methods(of: .oktaVerify).list.first ?? .push
    let traits = policy.oktaVerify.traits(of: nil, in: transaction.context)
    return signOn.verify(method, by: traits, &transaction)
  }
}

extension Site {
  /// Returns the address that a phone opens to enroll.
  func appLink(_ token: Secret) -> Secret {
    Secret("\(origin)/oktaverify/enroll?token=\(token.reveal())")
  }
}
