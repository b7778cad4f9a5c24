import FlowEngine
import FlowHTTP

/// Maps what a page asks of a passkey (W3C Web Authentication, Level 2) beside the form that takes its
/// answer.
struct PasskeyMapper {
  let page: Shared<IDXPage>
  /// The fields of the step, those that a passkey fills among them.
  let fields: [Field]

  /// The members that the parts of an answer have in forms.
  private static let parts: [(name: String, part: PasskeyChallenge.Part)] = [
    ("clientData", .clientData), ("authenticatorData", .authenticatorData),
    ("signatureData", .signature), ("userHandle", .userHandle), ("attestation", .attestation),
    ("transports", .transports), ("clientExtensions", .clientExtensions),
  ]

  /// The challenge of a step; `nil` if nothing of it goes to a passkey.
  ///
  /// Whose host it is for is left open where the page doesn't say: that is known where it came from.
  func challenge(
    of form: Shared<IDXForm>, about related: [Shared<IDXAuthenticator>]
  ) -> PasskeyChallenge? {
    let isAutofill = form.targets.contains(.autofillChallenge)
    let activation = first(related, "activationData")
    let signing =
      isAutofill ? page.autofillChallenge?["challengeData"] : first(related, "challengeData")
    // Most steps ask nothing of the kind, and their fields need not be looked through.
    guard activation != nil || signing != nil else { return nil }
    let targets = targets
    guard targets[.clientData] != nil else { return nil }
    if targets[.attestation] != nil { return activation.flatMap { enrolment($0, targets) } }
    guard targets[.signature] != nil, let signing else { return nil }
    let enrolled = page.enrollments.filter { $0.key == "webauthn" }
      .compactMap { $0.credentialID }
    return verification(signing, targets, credentials: isAutofill ? [] : enrolled)
  }

  private var targets: [PasskeyChallenge.Part: String] {
    var targets: [PasskeyChallenge.Part: String] = [:]
    for field in fields {
      guard let (_, part) = Self.parts.first(where: { field.name.isLast($0.name) }) else {
        continue
      }
      targets[part] = field.name
    }
    return targets
  }

  private func first(_ related: [Shared<IDXAuthenticator>], _ name: String) -> JSON? {
    for authenticator in related {
      if let data = authenticator.contextualData?[name] { return data }
    }
    return nil
  }

  // MARK: Both ways

  private func enrolment(
    _ data: JSON, _ targets: [PasskeyChallenge.Part: String]
  ) -> PasskeyChallenge? {
    guard let challenge = data["challenge"]?.string else { return nil }
    let user = data["user"]
    let excluded = data["excludeCredentials"]?.array?.compactMap { $0["id"]?.string } ?? []
    let algorithms = data["pubKeyCredParams"]?.array?.compactMap { $0["alg"]?.integer } ?? []
    let verification = data["authenticatorSelection"]?["userVerification"]?.string
    return naming(
      PasskeyChallenge(
        .enrolment, relyingParty: relyingParty(data), origin: "", challenge: challenge,
        userHandle: user?["id"]?.string, userName: user?["name"]?.string, credentials: excluded,
        algorithms: algorithms, verifiesUser: verification == "required", fields: targets),
      data)
  }

  private func verification(
    _ data: JSON, _ targets: [PasskeyChallenge.Part: String], credentials: [String]
  ) -> PasskeyChallenge? {
    guard let challenge = data["challenge"]?.string else { return nil }
    return naming(
      PasskeyChallenge(
        .verification, relyingParty: relyingParty(data), origin: "", challenge: challenge,
        credentials: credentials,
        verifiesUser: data["userVerification"]?.string == "required", fields: targets),
      data)
  }

  /// The challenge, and whether the page names its relying party outright.
  private func naming(_ challenge: PasskeyChallenge, _ data: JSON) -> PasskeyChallenge {
    var challenge = challenge
    challenge.isRelyingPartyNamed =
      data["rp"]?["id"]?.string != nil || data["rpId"]?.string != nil
    return challenge
  }

  /// The relying party's id as Okta's clients find it: named outright, else the host of the older
  /// `appid`; empty where the page has neither.
  private func relyingParty(_ data: JSON) -> String {
    if let id = data["rp"]?["id"]?.string ?? data["rpId"]?.string { return id }
    let address = data["u2fParams"]?["appid"]?.string ?? data["extensions"]?["appid"]?.string
    return address.flatMap { HTTPURL($0) }?.host ?? ""
  }
}

extension String {
  /// Whether a full name ends in a member's name.
  fileprivate func isLast(_ name: String) -> Bool {
    self == name || hasSuffix("." + name)
  }
}

extension Response {
  /// Binds its challenges for passkeys to where it came from: a passkey answers for the origin that
  /// asked, and for no host that isn't this one or above it.
  mutating func bindPasskeys(to issuer: HTTPURL) {
    for step in steps.indices where steps[step].asksForPasskey {
      guard var challenge = steps[step].passkey else { continue }
      challenge.origin = issuer.origin
      // As in a browser, it is the host of the page if the page doesn't name it; the older address may
      // be another one of the same org, of which a custom domain knows nothing.
      if challenge.relyingParty.isEmpty
        || !challenge.isRelyingPartyNamed && !issuer.belongs(to: challenge.relyingParty)
      {
        challenge.relyingParty = issuer.host
      }
      // As a browser refuses a relying party that the page's host doesn't belong to (section 5.1.3).
      steps[step].passkey = issuer.belongs(to: challenge.relyingParty) ? challenge : nil
    }
  }
}

extension HTTPURL {
  /// Whether the host is a relying party's or one below it.
  fileprivate func belongs(to relyingParty: String) -> Bool {
    host == relyingParty || host.hasSuffix("." + relyingParty)
  }
}
