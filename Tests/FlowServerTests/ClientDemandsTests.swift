import FlowCrypto
import FlowHTTP
import TestSupport
import Testing

/// Requests and expectations of Okta's own clients.
///
/// Each is tested over a socket against the server of `flow serve`.
// ID tokens can't be signed on a machine without a library for it, and then nothing is served.
@Suite("Demands of clients", .serialized, .realTime, .enabled(if: RSA.isAvailable))
struct ClientDemandsTests {
  /// One org for all of them: a key takes long to make, and every sign-in is independent.
  private static let org = Result { try ServedTestOrg() }

  @Test("A client's demand is met", arguments: Demand.all)
  func demand(_ demand: Demand) throws {
    let org = try Self.org.get()
    #expect(try demand.isMet(org))
  }

  @Test(
    "A confidential client's secret is required at the beginning and at the end, in either place")
  func confidential() throws {
    let org = try ServedTestOrg(
      """
      org shop {
        authenticators password
        user "jane@example.com" { password "Correct-Horse-1" }
        app "Shop" { client-id "0oaapp"; secret "s3cret" }
      }
      """)
    for wrong in ["", "&client_secret=", "&client_secret=other"] {
      let refused = try SocketSignIn.interact(org, wrong)
      #expect(refused.status == 401 && refused.json["error"] == "invalid_client")
    }
    for isHeader in [false, true] {
      var signIn = try SocketSignIn(org, "&client_secret=s3cret")
      try signIn.identify()
      try signIn.passcode("Correct-Horse-1")
      let fields = signIn.last.json["successWithInteractionCode"]?["value"]?.array ?? []
      #expect(fields.contains { $0["name"] == "client_secret" })
      let refused = try signIn.tokens()
      #expect(refused.status == 401 && refused.json["error"] == "invalid_client")
      let answer =
        try isHeader
        ? org.form(
          "/oauth2/default/v1/token", signIn.redemption,
          // `0oaapp:s3cret`
          "Authorization: Basic MG9hYXBwOnMzY3JldA==")
        : org.form("/oauth2/default/v1/token", signIn.redemption + "&client_secret=s3cret")
      #expect(answer.json["access_token"]?.string != nil, "\(answer.text)")
    }
  }
}
