import CommandSupport
import TestSupport
import Testing

@testable import FlowHTTP

// MARK: Documents other than pages

extension Demand {
  private static let discovery = "/oauth2/default/.well-known/openid-configuration"

  static let reading: [Demand] = [
    Demand("swift: the request id's header, in exactly its spelling") { org in
      let answer = try org.get("/oauth2/default/v1/keys")
      return [
        "x-rate-limit-limit", "x-rate-limit-remaining", "x-rate-limit-reset", "x-okta-request-id",
        "Date",
      ].allSatisfy { answer[$0]?.isEmpty == false }
    },
    Demand("swift: the description has all of the seven members that it fails without") { org in
      let json = try org.get(discovery).json
      let texts = ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"]
      let lists = [
        "response_types_supported", "subject_types_supported",
        "id_token_signing_alg_values_supported",
      ]
      return texts.allSatisfy { json[$0]?.string != nil }
        && lists.allSatisfy { json[$0]?.array?.isEmpty == false }
    },
    Demand("auth-js: the description lists S256") { org in
      try org.get(discovery).json["code_challenge_methods_supported"]?.array?
        .contains("S256") == true
    },
    Demand("any: every endpoint of the description answers") { org in
      let json = try org.get(discovery).json
      let addresses = (json.object?.members ?? []).compactMap { member -> String? in
        let isEndpoint = member.name.hasSuffix("_endpoint") || member.name == "jwks_uri"
        return isEndpoint ? member.value.string : nil
      }
      return try addresses.count == 7
        && addresses.allSatisfy { address in
          let path = try #require(HTTPURL(address)).path
          return try [org.get(path).status, org.form(path, "").status].contains { $0 != 404 }
        }
    },
    Demand("any: the description is also at OAuth's own address, in both forms") { org in
      let paths = [
        "/oauth2/default/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/oauth2/default",
      ]
      let usual = try org.get(discovery).body
      return try paths.allSatisfy { try org.get($0).body == usual }
    },
    Demand("swift: `interact` replaces the last part of the authorization endpoint") {
      org in
      let json = try org.get(discovery).json
      let address = try #require(json["authorization_endpoint"]?.string)
      return address == "http://\(org.authority)/oauth2/default/v1/authorize"
    },
    Demand("any: the issuer is the address that the client uses") { org in
      try ["localhost", "127.0.0.1", "[::1]"].allSatisfy { host in
        let answer = try org.get(discovery, "Host: \(host):\(org.port)")
        return answer.json["issuer"]?.string == "http://\(host):\(org.port)/oauth2/default"
      }
    },
    Demand("swift, golang: a key has `kty`, `kid`, `use`, `alg`, `n` and `e`") { org in
      let key = try org.get("/oauth2/default/v1/keys").json["keys"]?.array?.first
      return key?["kty"] == "RSA" && key?["use"] == "sig" && key?["alg"] == "RS256"
        && ["kid", "n", "e"].allSatisfy { key?[$0]?.string?.isEmpty == false }
    },
  ]

  // MARK: Pages

  /// The pages of a sign-in with a password and a code by email.
  private static func pages(_ org: ServedTestOrg) throws -> [IDXPageView] {
    var signIn = try SocketSignIn(org)
    var pages = [signIn.page]
    try signIn.identify()
    pages.append(signIn.page)
    try signIn.passcode("Correct-Horse-1")
    pages.append(signIn.page)
    try signIn.choose("Email")
    pages.append(signIn.page)
    return pages
  }

  /// A demand on every such page.
  private static func page(
    _ name: String, _ isMet: @escaping @Sendable (IDXPageView) -> Bool
  ) -> Demand {
    Demand(name) { try pages($0).allSatisfy(isMet) }
  }

  private static func members(_ json: JSON, _ name: String) -> [JSON] {
    IDXPageView.all(json).compactMap { $0[name] }
  }

  /// Whether every value of an object is a text.
  private static func isTexts(_ json: JSON) -> Bool {
    json.object?.members.allSatisfy { $0.value.string != nil } ?? false
  }

  /// Authenticators beside the password, and a user's settings for each.
  private static let singleFactors = [
    ("email", ""), ("phone", "phone \"+15551234567\""),
    ("google-otp", "google-otp \"JBSWY3DPEHPK3PXP\""),
    ("security-question", "security-question \"disliked_food\" answer \"Carrots\""),
    ("okta-verify", "okta-verify \"JBSWY3DPEHPK3PXP\""),
    ("okta-verify via push", "okta-verify \"JBSWY3DPEHPK3PXP\""),
  ]

  static let pages: [Demand] = [
    page("swift, auth-js: the version is 1.0.0") { $0.json["version"] == "1.0.0" },
    page("swift: the end has milliseconds") { page in
      let text = page.json["expiresAt"]?.string ?? ""
      return text.utf8.count == 24 && text.hasSuffix(".000Z")
    },
    page("java: the state handle is at the top level") { !$0.stateHandle.isEmpty },
    page("golang: cancel is offered") { $0.json["cancel"]?["href"]?.string != nil },
    page("golang: there are no messages without an error") { $0.json["messages"] == nil },
    page("swift, auth-js: every form has a name, an address, a method and `rel`") { page in
      !page.remediations.isEmpty
        && page.remediations.allSatisfy { form in
          form["name"]?.string != nil && form["href"]?.string != nil
            && form["method"] == "POST" && form["rel"] == ["create-form"]
        }
    },
    page("swift's predecessor: every form has `accepts`") { page in
      page.remediations.allSatisfy {
        $0["accepts"] == "application/json; okta-version=1.0.0"
      }
    },
    page("any: every form has the state handle, with its value and immutable") { page in
      page.remediations.allSatisfy { form in
        let field = form["value"]?.array?.first { $0["name"] == "stateHandle" }
        return field?["value"]?.string == page.stateHandle && field?["mutable"] == false
      }
    },
    page("swift: a form's `relatesTo` is a list, and an option's is a text") { page in
      page.remediations.allSatisfy { form in
        let options = members(form, "options").flatMap { $0.array ?? [] }
        return [nil, true].contains(form["relatesTo"].map { $0.array != nil })
          && options.allSatisfy { [nil, true].contains($0["relatesTo"].map { $0.string != nil }) }
      }
    },
    page("auth-js: the target of a form's or an option's `relatesTo` is on the page") { page in
      members(page.json, "relatesTo").flatMap { $0.array ?? [$0] }
        .allSatisfy {
          page.resolve($0.string ?? "")?["type"] != nil
            || page.resolve($0.string ?? "")?["value"] != nil
        }
    },
    page("swift: the app has an id, a label and a name") { page in
      ["id", "label", "name"].allSatisfy { page.json["app"]?["value"]?[$0]?.string != nil }
    },
    page("swift: every authenticator has a type, and its methods' values are texts") { page in
      let lists = ["authenticators", "authenticatorEnrollments"].compactMap {
        page.json[$0]?["value"]?.array
      }
      return lists.joined().allSatisfy { authenticator in
        authenticator["type"]?.string != nil
          && (authenticator["methods"]?.array ?? []).allSatisfy(isTexts)
          && authenticator["profile"].map(isTexts) ?? true
      }
    },
    page("swift: the values of the user's profile are texts") { page in
      page.json["user"]?["value"]?["profile"].map(isTexts) ?? true
    },
    Demand("golang: a single factor's challenge has the selection beside it") { _ in
      try singleFactors.allSatisfy { factor, user in
        let org = try ServedTestOrg(
          """
          org one {
            authenticators password, \(factor)
            user "jane@example.com" { password "Correct-Horse-1"; \(user) }
            sign-on { require any 2 }
          }
          """)
        var signIn = try SocketSignIn(org)
        try signIn.identify()
        try signIn.choose("Password")
        try signIn.passcode("Correct-Horse-1")
        let names = [
          "challenge-authenticator", "authenticator-verification-data", "challenge-poll",
        ]
        return signIn.page.steps.count == 2 && names.contains(signIn.page.steps[0])
          && signIn.page.steps[1] == "select-authenticator-authenticate"
      }
    },
    Demand("golang: a recovery after the identifier selects among one email") { _ in
      let org = try ServedTestOrg(
        """
        org one {
          authenticators password, email
          user "jane@example.com" { password "Correct-Horse-1" }
          sign-on { require password }
          recovery { password by email }
        }
        """)
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      try signIn.post("recover", [:])
      return signIn.page.steps == ["select-authenticator-authenticate"]
        && signIn.page.option("Email").first?["name"] == "id"
    },
    Demand("auth-js: an omitted optional method is the first one") { _ in
      let org = try ServedTestOrg(
        """
        org one {
          authenticators password, okta-verify via push or totp
          user "jane@example.com" { password "Correct-Horse-1"; okta-verify "JBSWY3DPEHPK3PXP" }
          sign-on { require password and possession }
        }
        """)
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      if signIn.page.steps.first == "select-authenticator-authenticate" {
        try signIn.choose("Password")
      }
      try signIn.passcode("Correct-Horse-1")
      try signIn.choose("Okta Verify", onlyID: true)
      return signIn.last.status == 200 && signIn.page.steps.first == "challenge-poll"
    },
    Demand("Chromium: a new passkey may be one of RS256") { _ in
      let org = try ServedTestOrg(
        """
        org one {
          authenticators password, webauthn
          user "jane@example.com" { password "Correct-Horse-1" }
          sign-on { require password }
          enrollment { required webauthn }
        }
        """)
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      try signIn.passcode("Correct-Horse-1")
      let form = signIn.page.form("select-authenticator-enroll")
      let field = form?["value"]?.array?.first { $0["name"] == "authenticator" }
      let option = field?["options"]?.array?.first?["value"]?["form"]?["value"]?.array
      try signIn.post(
        "credential/enroll", ["authenticator": ["id": option?.first?["value"] ?? .null]])
      let data = signIn.last.json["currentAuthenticator"]?["value"]?["contextualData"]
      let offered = data?["activationData"]?["pubKeyCredParams"]?.array ?? []
      return offered.compactMap { $0["alg"]?.integer } == [-7, -257]
    },
    Demand("golang: the first value of an option is the authenticator's id") { org in
      let page = try pages(org)[2]
      return ["Email", "Phone", "Google Authenticator"].allSatisfy { label in
        page.option(label).first?["name"] == "id"
          && page.option(label).first?["value"]?.string != nil
      }
    },
    Demand("swift: the user's profile is on the page once something was verified") { org in
      let profile = try pages(org)[2].json["user"]?["value"]?["profile"]
      return profile?["firstName"] == "Jane" && profile.map(isTexts) == true
    },
  ]
}
