import FlowHTTP

/// The forms that a page offers.
struct RemediationForms: PagePart {
  let page: Page

  /// The forms of the page: first the main form, then the alternatives.
  var remediations: [JSON] {
    switch transaction.stage {
    case .identify: identify
    case .identifyRecovery:
      [page.form("identify-recovery", .identify, [Ion.field("identifier", label: "Username")])]
    case .enrollProfile:
      [accountForms.enrollProfile, page.form("select-identify", .selectIdentify)]
    case .updateProfile: accountForms.updateProfile
    case .unlock: [selectUnlock]
    case .selectFactor: [selectFactor]
    case .chooseMethod(let enrollment): [verificationData(enrollment)] + otherFactors
    case .challenge(let challenge): [self.challenge(challenge)] + otherFactors
    case .chooseOktaVerify(let methods): [oktaVerifyForms.oktaVerifyData(methods)] + otherFactors
    case .push(let push): [oktaVerifyForms.push(push)] + otherFactors
    case .selectEnrollment: otherEnrollments
    case .choosePhone: [enrollmentData] + otherEnrollments
    case .enroll(let enrolling): [enroll(enrolling)] + otherEnrollments
    case .enrollApp(let enrolling): oktaVerifyForms.enrollApp(enrolling) + otherEnrollments
    case .newPassword(let change): accountForms.newPassword(change)
    case .redirect(let indices): indices.map { finalForms.redirect($0) }
    case .keepMeSignedIn: [finalForms.keepMeSignedIn]
    case .consent: [finalForms.consent]
    case .linkConsent: [linkForms.linkConsent]
    case .succeeded, .ended: []
    }
  }

  static let identifier = Ion.field("identifier", label: "Username", isRequired: true)
  static let rememberMe: JSON = [
    "name": "rememberMe", "type": "boolean", "label": "Remember this device",
  ]
  static let current: JSON = ["$.currentAuthenticator"]
  static let currentEnrollment: JSON = ["$.currentAuthenticatorEnrollment"]

  /// Returns a JSON path to the enrollment at an index.
  ///
  /// The first 16 paths are precomputed.
  static func enrollment(_ index: Int) -> JSON {
    enrollments.indices.contains(index)
      ? enrollments[index] : .string("$.authenticatorEnrollments.value[\(index)]")
  }

  private static let enrollments: [JSON] = (0..<16).map {
    .string("$.authenticatorEnrollments.value[\($0)]")
  }

  private var identify: [JSON] {
    var fields = [finalForms.hintedIdentifier]
    if policy.asksPasswordAtOnce {
      fields.append(
        credentials([Ion.field("passcode", label: "Password", isSecret: true)]))
    }
    fields.append(RemediationForms.rememberMe)
    var forms = [page.form("identify", .identify, fields)]
    if policy.isOpenToNewcomers { forms.append(page.form("select-enroll-profile", .enroll)) }
    if !transaction.autofillNonce.isEmpty { forms.append(passkeyFields.passkeyAutofill) }
    if !policy.unlockOptions.isEmpty { forms.append(page.form("unlock-account", .unlockAccount)) }
    for (index, provider) in policy.providers.enumerated() where provider.isOffered {
      forms.append(finalForms.redirect(index))
    }
    return forms
  }

  // MARK: Verifying

  private var otherFactors: [JSON] {
    transaction.showsChoice ? [selectFactor] : []
  }

  private var selectFactor: JSON {
    page.kept(transaction.shown.first?.selection)
      ?? page.form(
        RemediationForms.selectFactorName, .challenge, [transaction.factors?.choice ?? factorChoice]
      )
  }

  static let selectFactorName: JSON = "select-authenticator-authenticate"

  /// The field for choosing a factor.
  var factorChoice: JSON {
    var seen: [Authenticator] = []
    let options = transaction.offers.enumerated().map { index, offer in
      let authenticator = offer.enrollment.authenticator
      if !seen.contains(authenticator) { seen.append(authenticator) }
      // As in the real engine, an option refers to the enrollment. For Okta Verify and passkeys it
      // refers to the authenticator, because any of the user's devices is accepted.
      let path: JSON =
        authenticator == .oktaVerify || authenticator == .webauthn
        ? .string("$.authenticators.value[\(seen.count - 1)]") : RemediationForms.enrollment(index)
      return Ion.option(.string(authenticator.label), form: form(of: offer), relatesTo: path)
    }
    return Ion.forms("authenticator", options)
  }

  private var selectUnlock: JSON {
    let options = policy.unlockOptions.enumerated().map { index, authenticator in
      Ion.option(
        .string(authenticator.label),
        form: authenticatorFields(
          authenticator, policy.methods(of: authenticator), isMethodRequired: false),
        relatesTo: RemediationForms.enrollment(index))
    }
    return page.form(
      "select-authenticator-unlock-account", .challenge,
      [RemediationForms.identifier, Ion.forms("authenticator", options)])
  }

  private func verificationData(_ enrollment: Enrollment) -> JSON {
    let offer =
      transaction.offers.first { $0.enrollment == enrollment }
      ?? Offer(enrollment: enrollment, methods: enrollment.authenticator.methods)
    return page.form(
      "authenticator-verification-data", .challenge, relatesTo: RemediationForms.currentEnrollment,
      [
        Ion.group(
          "authenticator", label: .string(enrollment.authenticator.label), isObject: false,
          isRequired: false, factorFields(offer, isMethodRequired: true))
      ])
  }

  /// Returns the form of a factor in a choice.
  ///
  /// Most forms are the same for all users.
  private func form(of offer: Offer) -> JSON {
    let authenticator = offer.enrollment.authenticator
    if authenticator != .phone, authenticator != .oktaVerify,
      let index = site.index(of: authenticator)
    {
      return site.authenticators[index].choice
    }
    return Ion.value(form: factorFields(offer, isMethodRequired: false))
  }

  /// Returns the fields that identify a factor: its authenticator, its method and, for a phone, its
  /// enrollment.
  private func factorFields(_ offer: Offer, isMethodRequired: Bool) -> [JSON] {
    let authenticator = offer.enrollment.authenticator
    var fields = authenticatorFields(
      authenticator, offer.methods, isMethodRequired: isMethodRequired)
    if authenticator == .phone {
      fields.append(
        Ion.fixed("enrollmentId", .string(authenticatorList.enrollmentID(offer.enrollment))))
    }
    return fields
  }

  private func authenticatorFields(
    _ authenticator: Authenticator, _ methods: Methods, isMethodRequired: Bool
  ) -> [JSON] {
    guard let index = site.index(of: authenticator) else { return [] }
    let usual = site.authenticators[index].fields
    if authenticator == .oktaVerify {
      return [usual[0], oktaVerifyForms.oktaVerifyMethods(methods, isRequired: isMethodRequired)]
    }
    guard authenticator == .phone || isMethodRequired else { return usual }
    let options = methods.list.map { Ion.option(.string($0.label), .string($0.wire)) }
    return [
      usual[0], Ion.choice("methodType", isRequired: isMethodRequired, options),
    ]
  }

  private func challenge(_ challenge: Transaction.Challenge) -> JSON {
    page.form(
      "challenge-authenticator", .answer,
      relatesTo: challenge.enrollment == .oktaVerify || challenge.enrollment == .webauthn
        ? RemediationForms.current : RemediationForms.currentEnrollment,
      [credentials(answerFields(challenge))])
  }

  private func answerFields(_ challenge: Transaction.Challenge) -> [JSON] {
    switch challenge.enrollment {
    case .password:
      return [passcode("Password", isSecret: true)]
    case .securityQuestion:
      let question = account?.question
      return [
        Ion.fixed(
          "questionKey", .string(question?.key ?? ""), label: .string(question?.text ?? ""),
          isHidden: true),
        Ion.field(
          "answer", label: "Answer", isRequired: true, isSecret: true,
          messages: page.messages(at: "answer")),
      ]
    case .webauthn:
      return PasskeyFields.assertionFields
    case .device(let authenticator):
      return deviceFields.deviceFields(authenticator)
    case .oktaVerify:
      return [
        Ion.field(
          "totp", label: "Enter code", isRequired: true, limits: [.init("visible", true)],
          messages: page.messages(at: "totp"))
      ]
    case .email, .phone, .googleOTP:
      return [passcode("Enter code")]
    }
  }

  func passcode(_ label: JSON, isSecret: Bool = false) -> JSON {
    Ion.field(
      "passcode", label: label, isSecret: isSecret,
      messages: page.messages(at: "passcode"))
  }

  func credentials(_ fields: [JSON]) -> JSON {
    Ion.group("credentials", isObject: true, isRequired: true, fields)
  }

  // MARK: Enrolling

  private var otherEnrollments: [JSON] {
    let offer = transaction.enrollments
    let options = offer.authenticators.enumerated().map { index, authenticator in
      var fields = authenticatorFields(
        authenticator, policy.methods(of: authenticator), isMethodRequired: false)
      if authenticator == .oktaVerify { fields[fields.count - 1] = oktaVerifyForms.channels }
      if authenticator == .phone {
        fields.append([
          "name": "phoneNumber", "label": "Phone number", "required": false,
        ])
      }
      return Ion.option(
        .string(authenticator.label), form: fields,
        relatesTo: .string("$.authenticators.value[\(index)]"))
    }
    let select = page.form(
      "select-authenticator-enroll", .credentialEnroll, [Ion.forms("authenticator", options)])
    return offer.canSkip ? [select, page.form("skip", .skip)] : [select]
  }

  private var enrollmentData: JSON {
    let fields =
      authenticatorFields(.phone, policy.methods(of: .phone), isMethodRequired: true)
      + [Ion.field("phoneNumber", label: "Phone number", isRequired: true)]
    return page.form(
      "authenticator-enrollment-data", .credentialEnroll, relatesTo: RemediationForms.current,
      [
        Ion.group("authenticator", label: "Phone", isObject: false, isRequired: false, fields)
      ])
  }

  private func enroll(_ enrolling: Transaction.Enrolling) -> JSON {
    let fields: JSON =
      switch enrolling.authenticator {
      case .password: credentials([passcode("Enter password", isSecret: true)])
      case .securityQuestion: questions
      case .webauthn: credentials(PasskeyFields.attestationFields)
      case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey:
        credentials(deviceFields.newDeviceFields(enrolling.authenticator))
      case .email, .phone, .googleOTP, .oktaVerify, .tac: credentials([passcode("Enter code")])
      }
    return page.form("enroll-authenticator", .answer, relatesTo: RemediationForms.current, [fields])
  }

  private static let questionChoice = Ion.choice(
    "questionKey", label: "Choose a security question", isRequired: true,
    SecurityQuestion.all.map { Ion.option(.string($0.text), .string($0.key)) })

  private var questions: JSON {
    let answer = Ion.field(
      "answer", label: "Answer", isRequired: true, isSecret: true,
      messages: page.messages(at: "answer"))
    return Ion.forms(
      "credentials", isRequired: true,
      [
        Ion.option("Choose a security question", form: [RemediationForms.questionChoice, answer]),
        Ion.option(
          "Create my own security question",
          form: [
            Ion.fixed("questionKey", .string(SecurityQuestion.custom)),
            Ion.field("question", label: "Create a security question", isRequired: true),
            answer,
          ]),
      ])
  }
}
