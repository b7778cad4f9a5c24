import FlowEngine
import FlowHTTP

/// Makes a step's passkey challenge (W3C Web Authentication, Level 2).
///
/// A page has the challenge outside of the form that takes the answer.
struct PasskeyMapper {
  let page: Shared<IDXPage>
  /// The fields of the step, including the fields that a passkey fills.
  let fields: [Field]

  /// The names of the form's members for the parts of a passkey's answer.
  private static let parts: [(name: String, part: PasskeyChallenge.Part)] = [
    ("clientData", .clientData), ("authenticatorData", .authenticatorData),
    ("signatureData", .signature), ("userHandle", .userHandle), ("attestation", .attestation),
    ("transports", .transports), ("clientExtensions", .clientExtensions),
  ]

  /// The challenge of a step; `nil` if the step doesn't have one for a passkey.
  ///
  /// If the page doesn't name a relying party, it stays empty until `bindPasskeys` sets it.
  func challenge(
    of form: Shared<IDXForm>, about related: [Shared<IDXAuthenticator>]
  ) -> PasskeyChallenge? {
    let isAutofill = form.targets.contains(.autofillChallenge)
    let activation = first(related, "activationData")
    let signing =
      isAutofill ? page.autofillChallenge?["challengeData"] : first(related, "challengeData")
    // Most steps don't have a challenge, so their fields need not be searched.
    guard activation != nil || signing != nil else { return nil }
    let targets = targets
    guard targets[.clientData] != nil else { return nil }
    if targets[.attestation] != nil { return activation.flatMap { enrollment($0, targets) } }
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

  // MARK: Both directions

  private func enrollment(
    _ data: JSON, _ targets: [PasskeyChallenge.Part: String]
  ) -> PasskeyChallenge? {
    guard let challenge = data["challenge"]?.string else { return nil }
    let user = data["user"]
    let excluded = data["excludeCredentials"]?.array?.compactMap { $0["id"]?.string } ?? []
    let algorithms = data["pubKeyCredParams"]?.array?.compactMap { $0["alg"]?.integer } ?? []
    let verification = data["authenticatorSelection"]?["userVerification"]?.string
    return naming(
      PasskeyChallenge(
        .enrollment, relyingParty: relyingParty(data), origin: "", challenge: challenge,
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

  /// Returns the challenge, and records whether the page names its relying party explicitly.
  private func naming(_ challenge: PasskeyChallenge, _ data: JSON) -> PasskeyChallenge {
    var challenge = challenge
    challenge.isRelyingPartyNamed =
      data["rp"]?["id"]?.string != nil || data["rpId"]?.string != nil
    return challenge
  }

  /// The relying party's id, found as Okta's clients do.
  ///
  /// The id is the page's `rp.id` or `rpId`, or else the host of the older `appid`. It is empty if
  /// the page has none of them.
  private func relyingParty(_ data: JSON) -> String {
    if let id = data["rp"]?["id"]?.string ?? data["rpId"]?.string { return id }
    let address = data["u2fParams"]?["appid"]?.string ?? data["extensions"]?["appid"]?.string
    return address.flatMap { HTTPURL($0) }?.host ?? ""
  }
}

extension String {
  /// Whether a full name is a member's name or ends in it.
  fileprivate func isLast(_ name: String) -> Bool {
    self == name || hasSuffix("." + name)
  }
}

extension Response {
  /// Binds the passkey challenges to the issuer's origin, and removes challenges that don't fit.
  ///
  /// A passkey answers only if the relying party is the origin's host or a parent domain of it.
  mutating func bindPasskeys(to issuer: HTTPURL) {
    for step in steps.indices where steps[step].asksForPasskey {
      guard var challenge = steps[step].passkey else { continue }
      challenge.origin = issuer.origin
      // As in a browser, the relying party is the page's host if the page doesn't name one. The
      // older `appid` may be another host of the same org, to which a custom domain doesn't belong.
      if challenge.relyingParty.isEmpty
        || !challenge.isRelyingPartyNamed && !issuer.belongs(to: challenge.relyingParty)
      {
        challenge.relyingParty = issuer.host
      }
      // A browser also refuses a relying party to which the page's host doesn't belong (section
      // 5.1.3).
      steps[step].passkey = issuer.belongs(to: challenge.relyingParty) ? challenge : nil
    }
  }
}

extension HTTPURL {
  /// Whether the host is the relying party's host or one of its subdomains.
  fileprivate func belongs(to relyingParty: String) -> Bool {
    host == relyingParty || host.hasSuffix("." + relyingParty)
  }
}
