import FlowHTTP
import FlowText

extension ManagementWriter {
  /// Returns the lists of users, groups, memberships and factors.
  ///
  /// - Parameters:
  ///   - accounts: The users.
  ///   - began: The time to which the ages in the settings are relative.
  /// - Returns: The lists with their paths.
  mutating func people(
    _ accounts: [Account], began: Duration
  ) -> [(path: String, elements: [JSON])] {
    var names: [String] = []
    func note(_ groups: [String]) {
      for name in groups where !names.contains(name) { names.append(name) }
    }
    for account in accounts { note(account.groups) }
    for app in org.eachApp {
      note(app.policy.registration?.groups ?? [])
      for case .groups(let named) in app.policy.allConditions.map(\.subject) { note(named) }
    }
    var lists: [(path: String, elements: [JSON])] = []
    let users = accounts.map { user($0, began: began) }
    lists.append(("users", users))
    var groups: [JSON] = [
      group(everyone, "Everyone", type: "BUILT_IN")
    ]
    var members = [(path: "groups/\(everyone)/users", elements: users)]
    for name in names {
      let id = id(ofGroup: name)
      groups.append(group(id, name, type: "OKTA_GROUP"))
      let own = zip(accounts, users).filter { $0.0.groups.contains(name) }.map(\.1)
      members.append(("groups/\(id)/users", own))
    }
    lists.append(("groups", groups))
    lists += members
    for account in accounts {
      lists.append(("users/\(account.id)/factors", factors(of: account)))
      lists.append(
        (
          "users/\(account.id)/groups",
          account.groups.map { group(id(ofGroup: $0), $0, type: "OKTA_GROUP") }
            + [group(everyone, "Everyone", type: "BUILT_IN")]
        ))
    }
    return lists
  }

  private func group(_ id: String, _ name: String, type: String) -> JSON {
    [
      "id": .string(id), "objectClass": ["okta:user_group"], "type": .string(type),
      "profile": ["name": .string(name), "description": .null],
      "_links": ["users": link("groups/\(id)/users")],
    ]
  }

  // MARK: Users

  private mutating func user(_ account: Account, began: Duration) -> JSON {
    var profile: JSONObject = ["login": .string(account.login)]
    profile["email"] = account.email.map { .string($0) } ?? .null
    for attribute in account.profile { profile[attribute.name] = .string(attribute.value) }
    var credentials: JSONObject = ["provider": ["type": "OKTA", "name": "OKTA"]]
    var body: JSONObject = [
      "id": .string(account.id), "status": .string(status(of: account)),
      "profile": .object(profile),
    ]
    if account.password != nil {
      credentials["password"] = [:]
      body["passwordChanged"] = .string(
        CivilTime(account.passwordSet.time(began: began)).iso8601)
    }
    body["credentials"] = .object(credentials)
    if let type = account.userType { body["type"] = ["id": .string(id(ofType: type))] }
    body["_links"] = ["self": link("users/\(account.id)")]
    noteLosses(of: account)
    return .object(body)
  }

  private func status(of account: Account) -> String {
    switch account.status {
    case .active, .unassigned: "ACTIVE"
    case .locked: "LOCKED_OUT"
    case .suspended: "SUSPENDED"
    case .deactivated: "DEPROVISIONED"
    case .passwordExpired: "PASSWORD_EXPIRED"
    case .staged: account.activationToken == nil ? "STAGED" : "PROVISIONED"
    case .recovery: "RECOVERY"
    }
  }

  private mutating func noteLosses(of account: Account) {
    if account.status == .unassigned { lose("a user with the status unassigned") }
    if account.activationToken != nil { lose("the welcome mail of a user") }
    if account.recoveryToken != nil { lose("the recovery mail of a user") }
    if account.session != nil { lose("the session of a user") }
    if account.temporaryCode != nil { lose("the temporary access code of a user") }
    if account.passwordDays != nil { lose("the days until the password of a user expires") }
    if account.oktaVerify.map({ $0.traits != [] }) == true {
      lose("how the Okta Verify of a user verifies its owner")
    }
    if account.passkeys.contains(where: { $0.traits != [.biometrics, .deviceBound] }) {
      lose("the properties of a passkey")
    }
  }

  // MARK: Factors

  private func factors(of account: Account) -> [JSON] {
    var factors: [JSON] = []
    func add(_ type: String, _ provider: String, _ profile: JSON = [:]) {
      factors.append([
        "id": .string(id("fac", "factor \(factors.count)", account.login)),
        "factorType": .string(type), "provider": .string(provider), "vendorName": .string(provider),
        "status": "ACTIVE", "profile": profile,
        "_links": ["user": link("users/\(account.id)")],
      ])
    }
    if account.email != nil, account.isEmailVerified {
      add("email", "OKTA", ["email": .string(account.email ?? "")])
    }
    for phone in account.phones {
      for method in phone.methods.list {
        add(
          method == .voice ? "call" : "sms", "OKTA", ["phoneNumber": .string(phone.number)])
      }
    }
    if account.codeKey != nil { add("token:software:totp", "GOOGLE") }
    if let phone = account.oktaVerify {
      for (method, type) in [
        (Methods.push, "push"), (.totp, "token:software:totp"), (.signedNonce, "signed_nonce"),
      ]
      where org.policy.methods(of: .oktaVerify).contains(method)
        && phone.methods?.contains(method) != false
      { add(type, "OKTA") }
    }
    if let question = account.question {
      add(
        "question", "OKTA",
        ["question": .string(question.key), "questionText": .string(question.text)])
    }
    for _ in account.passkeys { add("webauthn", "FIDO") }
    for device in account.devices.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      switch device {
      case .duo: add("web", "DUO")
      case .yubikey: add("token:hardware", "YUBICO")
      case .rsaToken: add("token", "RSA")
      case .symantecVIP: add("token", "SYMANTEC")
      case .onPremMFA: add("token", "DEL_OATH")
      default: add("token:hotp", "CUSTOM")
      }
    }
    return factors
  }
}
