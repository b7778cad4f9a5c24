import TestSupport
import Testing

@testable import FlowHTTP

/// One requirement of a client of Okta's own: something that it sends or reads.
struct Demand: Sendable, CustomTestStringConvertible {
  var name: String
  /// Whether the requirement is met, determined by bytes over a socket.
  var isMet: @Sendable (ServedTestOrg) throws -> Bool

  var testDescription: String { name }

  init(_ name: String, _ isMet: @escaping @Sendable (ServedTestOrg) throws -> Bool) {
    self.name = name
    self.isMet = isMet
  }

  static let all = sending + reading + pages + refusals + ends + browsers
}

// MARK: Requests of clients

extension Demand {
  private static let interact = "/oauth2/default/v1/interact"

  private static func parameters(_ more: String = "") -> String {
    SocketSignIn.client + "&code_challenge_method=S256&code_challenge=\(SocketSignIn.challenge)"
      + more
  }

  private static func hasHandle(_ answer: RawAnswer) -> Bool {
    answer.status == 200 && answer.json["interaction_handle"]?.string?.isEmpty == false
  }

  static let sending: [Demand] = [
    Demand("java: a form in chunks, and the connection closed after every request") { org in
      let form = parameters()
      let size = String(form.utf8.count, radix: 16)
      return hasHandle(
        try org.raw(
          "POST \(interact) HTTP/1.1\r\nHost: \(org.authority)\r\nConnection: close\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "\(size)\r\n\(form)\r\n0\r\n\r\n"))
    },
    Demand("java: spaces, colons and slashes of a form are raw") { org in
      hasHandle(
        try org.form(
          interact,
          "client_id=0oaapp&client_secret=&redirect_uri=com.example:/callback&scope=openid profile"
            + "&code_challenge=\(SocketSignIn.challenge)&code_challenge_method=S256"))
    },
    Demand("java: an empty client secret counts as missing") { org in
      hasHandle(try org.form(interact, parameters("&client_secret=")))
    },
    Demand("all others: one connection for several requests") { org in
      let request = "GET /oauth2/default/v1/keys HTTP/1.1\r\nHost: \(org.authority)\r\n"
      let bytes = try RawConnection(org.port)
        .send(request + "\r\n" + request + "Connection: close\r\n\r\n").readAll()
      return RawAnswer.all(of: bytes).map(\.status) == [200, 200]
    },
    Demand("swift: JSON with an explicit UTF-8 charset") { org in
      try introspection(org, "Content-Type: application/json; charset=UTF-8").status == 200
    },
    Demand("golang, java: the type of Ion, with its version") { org in
      try introspection(org, "Content-Type: application/ion+json; okta-version=1.0.0").status == 200
    },
    Demand("golang: no `Accept`, and an unknown field `Accepts`") { org in
      try introspection(
        org, "Content-Type: application/ion+json", "Accepts: application/json; okta-version=1.0.0"
      ).status == 200
    },
    Demand("swift: an empty `User-Agent`, in a release build") { org in
      try introspection(org, "User-Agent: ").status == 200
    },
    Demand("auth-js: its own name and node's") { org in
      try introspection(
        org, "User-Agent: node", "X-Okta-User-Agent-Extended: okta-auth-js/8.1.0 nodejs/20.20.2",
        "Accept: application/ion+json; okta-version=1.0.0"
      ).status == 200
    },
    Demand("auth-js: spaces of a form as %20") { org in
      hasHandle(
        try org.form(
          interact,
          parameters().split(separator: "+").joined(separator: "%20")))
    },
    Demand("swift: `response_type` and a nonce at the beginning") { org in
      hasHandle(try org.form(interact, parameters("&response_type=code&nonce=n-1&state=s-1")))
    },
    Demand("none: a plain code challenge is refused, and so is one without a method") { org in
      try ["&code_challenge_method=plain", ""].allSatisfy { method in
        let answer = try org.form(
          interact, SocketSignIn.client + "&code_challenge=\(SocketSignIn.verifier)" + method)
        return answer.status == 400 && answer.json["error"] == "invalid_request"
      }
    },
    Demand("any: unknown parameters") { org in
      hasHandle(try org.form(interact, parameters("&prompt=none&x=1")))
    },
    Demand("any: a returned cookie changes nothing") { org in
      try introspection(org, "Cookie: DT=abc; idx=def").status == 200
    },
    Demand("swift, java: members of JSON in any order and indentation") { org in
      let signIn = try SocketSignIn(org)
      let answer = try org.send(
        "POST", "/idp/idx/identify", ["Content-Type: application/json"],
        body: "{\n  \"identifier\" : \"jane@example.com\",\n  \"stateHandle\" : \""
          + signIn.page.stateHandle + "\"\n}\n")
      return answer.page.steps.first == "challenge-authenticator"
    },
    Demand("auth-js: an authenticator is chosen only by its id") { org in
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      try signIn.passcode("Correct-Horse-1")
      try signIn.choose("Email", onlyID: true)
      return signIn.last.status == 200 && signIn.page.steps.first == "challenge-authenticator"
    },
    Demand(
      "golang: `introspect` before every step returns the step unchanged, with the same handle"
    ) {
      org in
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      let (handle, steps) = (signIn.page.stateHandle, signIn.page.steps)
      try signIn.introspect()
      return signIn.page.stateHandle == handle && signIn.page.steps == steps
    },
    Demand("auth-js: `introspect` by the state token") { org in
      let signIn = try SocketSignIn(org)
      let answer = try org.json(
        "/idp/idx/introspect", ["stateToken": .string(signIn.page.stateHandle)])
      return answer.status == 200 && answer.page.stateHandle == signIn.page.stateHandle
    },
    Demand("golang: tokens by parameters in the query, without a body") { org in
      var signIn = try SocketSignIn(org)
      try signIn.signIn()
      let answer = try org.send(
        "POST", "/oauth2/default/v1/token?" + signIn.redemption, ["Content-Length: 0"])
      return answer.json["access_token"]?.string != nil
    },
    Demand("swift: tokens with the redirect address and the scope in addition") { org in
      var signIn = try SocketSignIn(org)
      try signIn.signIn()
      let answer = try org.form(
        "/oauth2/default/v1/token",
        signIn.redemption + "&redirect_uri=com.example%3A%2Fcallback&scope=openid+profile")
      return answer.json["access_token"]?.string != nil
    },
    Demand("swift: keys with the client's id in the query") { org in
      try org.get("/oauth2/default/v1/keys?client_id=0oaapp").json["keys"]?.array?.count == 1
    },
  ]

  private static func introspection(_ org: ServedTestOrg, _ fields: String...) throws -> RawAnswer {
    let begun = try org.form(interact, parameters())
    let handle = begun.json["interaction_handle"] ?? .null
    let body = String(decoding: (["interactionHandle": handle] as JSON).bytes(), as: UTF8.self)
    return try org.send("POST", "/idp/idx/introspect", fields, body: body)
  }
}
