import FlowEngine
import FlowHTTP
import SimulatorKit

/// The lists of authenticators and enrollments on a page.
struct AuthenticatorList: PagePart {
  let page: Page

  /// Appends the members that describe authenticators, if this page has such members.
  ///
  /// Every `relatesTo` in a form of the page refers to these members.
  func appendAuthenticators(to members: inout [JSONObject.Member]) {
    switch transaction.stage {
    case .identify:
      if policy.asksPasswordAtOnce, policy.offersRecovery {
        members.append(
          .init("currentAuthenticator", current(.password, actions: [action("recover", .recover)])))
      }
      if !transaction.autofillNonce.isEmpty { members.append(passkeyFields.autofillChallenge) }
    case .unlock:
      let lists = policy.unlockOptions.compactMap { site.index(of: $0) }.map {
        site.authenticators[$0]
      }
      members.append(.init("authenticators", Ion.array(lists.map(\.json))))
      members.append(
        .init(
          "authenticatorEnrollments",
          Ion.array(lists.map { .object(JSONObject(members: $0.head + $0.tail)) })))
    case .selectFactor:
      appendFactors(to: &members)
    case .chooseMethod(let enrollment):
      members.append(.init("currentAuthenticatorEnrollment", currentFactor(enrollment, [])))
      appendFactors(to: &members)
    case .challenge(let challenge) where challenge.enrollment == .webauthn:
      members.append(
        .init(
          "currentAuthenticator",
          current(.webauthn, actions: [passkeyFields.assertionData(challenge)])))
      appendFactors(to: &members)
    case .challenge(let challenge) where challenge.enrollment == .oktaVerify:
      members.append(.init("currentAuthenticator", current(.oktaVerify, by: .totp)))
      appendFactors(to: &members)
    case .challenge(let challenge):
      members.append(.init("currentAuthenticatorEnrollment", currentFactor(challenge)))
      appendFactors(to: &members)
    case .chooseOktaVerify(let methods):
      members.append(.init("currentAuthenticator", oktaVerifyForms.currentOktaVerify(methods)))
      appendFactors(to: &members)
    case .push(let push):
      members.append(.init("currentAuthenticator", oktaVerifyForms.currentPush(push)))
      appendFactors(to: &members)
    case .selectEnrollment:
      appendEnrollments(to: &members, enrolling: nil)
    case .choosePhone:
      members.append(.init("currentAuthenticator", current(.phone)))
      appendEnrollments(to: &members, enrolling: .phone)
    case .enroll(let enrolling):
      members.append(.init("currentAuthenticator", currentEnrolling(enrolling)))
      appendEnrollments(to: &members, enrolling: enrolling.authenticator)
    case .enrollApp(let enrolling):
      members.append(.init("currentAuthenticator", oktaVerifyForms.currentEnrollApp(enrolling)))
      appendEnrollments(to: &members, enrolling: .oktaVerify)
    case .newPassword(let change):
      members.append(.init("currentAuthenticator", current(.password)))
      appendEnrollments(to: &members, enrolling: nil)
      guard change == .recovery else { return }
      members.append(.init("recoveryAuthenticator", current(.password)))
    case .enrollProfile where policy.registration?.asksForPassword == true:
      members.append(.init("currentAuthenticator", current(.password)))
    case .identifyRecovery, .enrollProfile, .updateProfile, .succeeded, .ended, .redirect,
      .keepMeSignedIn, .consent, .linkConsent:
      break
    }
  }

  /// Returns the id of an enrollment.
  ///
  /// An enrollment has the same id on every page.
  func enrollmentID(_ enrollment: Enrollment) -> String {
    AuthenticatorList.enrollmentID(enrollment, of: account)
  }

  static func enrollmentID(_ enrollment: Enrollment, of account: Account?) -> String {
    // The id is the account's id with another prefix. Each further phone has a suffix.
    guard let id = account?.id else { return "" }
    var text = enrollment.authenticator.enrollmentPrefix
    guard id.utf8.count > text.utf8.count else { return "" }
    text += id[id.utf8.index(id.startIndex, offsetBy: text.utf8.count)...]
    if case .phone(let index) = enrollment, index > 0 { text += String(index) }
    return text
  }

  // MARK: Verifying

  private func appendFactors(to members: inout [JSONObject.Member]) {
    let factors = transaction.factors ?? self.factors
    members.append(.init("authenticators", factors.authenticators))
    members.append(.init("authenticatorEnrollments", factors.enrollments))
    if transaction.purpose == .recover {
      members.append(.init("recoveryAuthenticator", current(.password)))
    }
  }

  /// The offered factors, as pages contain them.
  var factors: Transaction.Factors {
    guard let memo = page.memo, let account else { return makeFactors() }
    return memo.factors(of: account, transaction.offers, at: site.origin) { makeFactors() }
  }

  private func makeFactors() -> Transaction.Factors {
    var seen: [Authenticator] = []
    for offer in transaction.offers where !seen.contains(offer.enrollment.authenticator) {
      seen.append(offer.enrollment.authenticator)
    }
    return Transaction.Factors(
      authenticators: Ion.array(seen.compactMap { site.json(of: $0) }),
      enrollments: Ion.array(
        transaction.offers.map { enrolled($0.enrollment, passkeyFields.firstPasskey(of: $0)) }
          + passkeyFields.furtherPasskeys),
      choice: remediationForms.factorChoice)
  }

  private func currentFactor(_ challenge: Transaction.Challenge) -> JSON {
    switch challenge.enrollment {
    case .password:
      return currentFactor(
        .password, policy.offersRecovery ? [action("recover", .recover)] : [])
    case .email:
      return currentFactor(.email, [linkForms.linkUse, action("resend", .resend), poll])
    case .phone:
      return currentFactor(
        challenge.enrollment, [action("resend", .resend)], by: challenge.method)
    case .googleOTP, .oktaVerify, .webauthn:
      return currentFactor(challenge.enrollment, [])
    case .device(let authenticator):
      return currentFactor(challenge.enrollment, deviceFields.deviceData(authenticator))
    case .securityQuestion:
      let question: JSON = ["enrolledQuestion": question]
      return currentFactor(.securityQuestion, [.init("contextualData", question)])
    }
  }

  private func currentFactor(
    _ enrollment: Enrollment, _ extra: [JSONObject.Member], by method: Method? = nil
  ) -> JSON {
    Ion.object(enrolled(enrollment, extra, by: method))
  }

  /// Returns the element of an enrollment, with additional members.
  ///
  /// If a method is given, the element lists only this method.
  func enrolled(
    _ enrollment: Enrollment, _ extra: [JSONObject.Member], by method: Method? = nil
  ) -> JSON {
    guard let index = site.index(of: enrollment.authenticator) else { return .null }
    var members: [JSONObject.Member] = []
    members.reserveCapacity(9)
    if let profile = profile(of: enrollment) { members.append(.init("profile", profile)) }
    members += extra
    members += site.authenticators[index].head
    members.append(.init("id", .string(enrollmentID(enrollment))))
    members += site.authenticators[index].tail(by: method)
    if case .phone(let number) = enrollment, let phones = account?.phones,
      phones.indices.contains(number), let nickname = phones[number].nickname
    {
      members.append(.init("nickname", .string(nickname)))
    }
    return .object(JSONObject(members: members))
  }

  private func profile(of enrollment: Enrollment) -> JSON? {
    switch enrollment {
    case .email:
      return profile("email", Masking.email(account?.email ?? ""))
    case .phone(let index):
      let phones = account?.phones ?? []
      guard phones.indices.contains(index) else { return nil }
      return profile("phoneNumber", Masking.phone(phones[index].number))
    case .securityQuestion: return question
    case .oktaVerify: return profile("deviceName", Account.OktaVerify.deviceName)
    case .password, .googleOTP, .webauthn, .device: return nil
    }
  }

  private func profile(_ name: String, _ text: String) -> JSON {
    .object(JSONObject(members: [.init(name, .string(text))]))
  }

  private var question: JSON {
    [
      "questionKey": .string(account?.question?.key ?? ""),
      "question": .string(account?.question?.text ?? ""),
    ]
  }

  private func action(_ name: JSON, _ endpoint: IDXEndpoint) -> JSONObject.Member {
    .init(name.string ?? "", page.form(name, endpoint))
  }

  /// The action that polls every four seconds whether the user opened the link in the mail.
  private var poll: JSONObject.Member {
    .init("poll", page.form("poll", .poll, refresh: 4000))
  }

  // MARK: Enrolling

  private func appendEnrollments(
    to members: inout [JSONObject.Member], enrolling: Authenticator?
  ) {
    let offered = transaction.enrollments.authenticators.compactMap { authenticator in
      site.json(of: authenticator).map { accountForms.withGrace($0, authenticator) }
    }
    let lists = offered.isEmpty ? [site.json(of: .password)].compactMap { $0 } : offered
    members.append(.init("authenticators", Ion.array(lists)))
    let offers = account?.enrollments(among: policy.authenticators) ?? []
    let enrollments = offers.compactMap { offer -> JSON? in
      guard let index = site.index(of: offer.enrollment.authenticator) else { return nil }
      let parts = site.authenticators[index]
      let id = JSONObject.Member("id", .string(enrollmentID(offer.enrollment)))
      // Clients identify a passkey by its credential id, which is only in this list.
      let passkey = passkeyFields.firstPasskey(of: offer)
      return .object(JSONObject(members: parts.head + [id] + passkey + parts.tail))
    }
    members.append(.init("authenticatorEnrollments", Ion.array(enrollments)))
    if let enrolling {
      // The actions are only in the current authenticator, as on other pages.
      members.append(.init("enrollmentAuthenticator", current(enrolling)))
    }
  }

  private func currentEnrolling(_ enrolling: Transaction.Enrolling) -> JSON {
    switch enrolling.authenticator {
    case .email: current(.email, actions: [linkForms.linkUse, action("resend", .resend), poll])
    case .phone:
      current(.phone, actions: [action("resend", .resend)], by: enrolling.method)
    case .googleOTP:
      current(.googleOTP, actions: [.init("contextualData", sharedKey(enrolling))])
    case .securityQuestion:
      current(.securityQuestion, actions: [.init("contextualData", AuthenticatorList.questionData)])
    case .webauthn: current(.webauthn, actions: [passkeyFields.attestationData(enrolling)])
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey:
      current(enrolling.authenticator, actions: deviceFields.deviceData(enrolling.authenticator))
    case .password, .oktaVerify, .tac: current(enrolling.authenticator)
    }
  }

  /// Returns the element of an authenticator that isn't an enrollment.
  ///
  /// The element of a password contains the password rules.
  func current(
    _ authenticator: Authenticator, actions: [JSONObject.Member] = [], by method: Method? = nil
  ) -> JSON {
    guard let index = site.index(of: authenticator) else { return .null }
    let parts = site.authenticators[index]
    var members = actions + parts.head
    members.append(.init("id", .string(parts.id)))
    members += parts.tail(by: method)
    if authenticator == .password, actions.isEmpty {
      members.append(.init("settings", accountForms.passwordSettings))
    }
    return Ion.object(.object(JSONObject(members: members)))
  }

  /// Returns the new key as text, and a QR code of the address that an authenticator app scans.
  private func sharedKey(_ enrolling: Transaction.Enrolling) -> JSON {
    let key = enrolling.key?.reveal() ?? ""
    let address = FormEncoding.encode([
      FormPair("secret", key), FormPair("issuer", org.name),
    ])
    let label = FormEncoding.encode([FormPair(account?.login ?? "", "")]).dropLast()
    let text = "otpauth://totp/\(label)?\(address)"
    return [
      "qrcode": PNGImage.embedded(text),
      "sharedSecret": .string(key),
    ]
  }

  private static let questionData: JSON = [
    "questionKeys": .array(
      SecurityQuestion.all.map { .string($0.key) } + [.string(SecurityQuestion.custom)]),
    "questions": .array(
      SecurityQuestion.all.map {
        ["questionKey": .string($0.key), "question": .string($0.text)]
      }),
  ]
}

/// Masks email addresses and phone numbers for pages.
enum Masking {
  /// Returns an address in which only the first and last letter of the name are visible:
  /// `m***y@example.com`.
  static func email(_ address: String) -> String {
    let scalars = address.unicodeScalars
    guard let at = address.utf8.firstIndex(of: UInt8(ascii: "@")), at > address.startIndex else {
      return "***"
    }
    var text = String(scalars[..<scalars.index(after: address.startIndex)])
    text += "***"
    text += address[scalars.index(before: at)...]
    return text
  }

  /// Returns a number in which only the country code and the last four digits are visible: `+1
  /// XXX-XXX-1234`.
  static func phone(_ number: String) -> String {
    // A number consists of `+` and digits, so each character is one byte.
    let country = number.hasPrefix("+1") ? 2 : 3
    var text = String(Substring(number.utf8.prefix(country)))
    text += " XXX-XXX-"
    text += Substring(number.utf8.suffix(4))
    return text
  }
}
