import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// A page's request for a passkey.
@Suite struct PasskeyMappingTests {
  private static func page(_ step: String, _ fields: [String], _ data: JSON) -> JSON {
    let form: [JSON] = fields.map { ["name": .string($0), "required": true] }
    return [
      "stateHandle": "s",
      "remediation": [
        "value": [
          [
            "name": .string(step), "rel": ["create-form"], "method": "POST",
            "href": "https://acme.okta.com/idp/idx/challenge/answer",
            "relatesTo": ["$.currentAuthenticator"],
            "value": [["name": "credentials", "form": ["value": .array(form)]]],
          ]
        ]
      ],
      "currentAuthenticator": ["value": ["key": "webauthn", "contextualData": data]],
      "authenticatorEnrollments": [
        "value": [
          ["key": "okta_email", "credentialId": "no"], ["key": "webauthn", "credentialId": "one"],
          ["key": "webauthn", "credentialId": "two"],
        ]
      ],
    ]
  }

  private static let signing = ["authenticatorData", "clientData", "signatureData"]

  private func challenge(_ json: JSON, at issuer: String) throws -> PasskeyChallenge? {
    let page = IDXReader.read(try #require(json.object)).page
    let issuer = try #require(HTTPURL(issuer))
    var response = ResponseMapper.response(of: page)
    response.bindPasskeys(to: issuer)
    return response.steps[0].passkey
  }

  @Test func aChallengeIsForTheEnrolledPasskeysOfTheAccount() throws {
    let json = Self.page(
      "challenge-authenticator", Self.signing,
      ["challengeData": ["challenge": "YWJj", "userVerification": "required"]])
    let challenge = try #require(try challenge(json, at: "https://acme.okta.com/oauth2/default"))
    #expect(challenge.purpose == .verification)
    #expect(challenge.challenge == "YWJj")
    #expect(challenge.relyingParty == "acme.okta.com")
    #expect(challenge.origin == "https://acme.okta.com")
    #expect(challenge.credentials == ["one", "two"])
    #expect(challenge.verifiesUser)
    #expect(
      challenge.fields == [
        .clientData: "credentials.clientData", .signature: "credentials.signatureData",
        .authenticatorData: "credentials.authenticatorData",
      ])
  }

  @Test func anEnrollmentSaysWhoseItIsAndWhatIsAccepted() throws {
    let json = Self.page(
      "enroll-authenticator", ["attestation", "clientData"],
      [
        "activationData": [
          "rp": ["id": "okta.com", "name": "Acme"], "challenge": "YWJj",
          "user": ["id": "MDB1", "name": "jane@example.com"],
          "pubKeyCredParams": [["alg": -7], ["alg": -257]],
          "excludeCredentials": [["id": "old"]],
        ]
      ])
    let challenge = try #require(try challenge(json, at: "https://acme.okta.com"))
    #expect(challenge.purpose == .enrollment)
    #expect(challenge.relyingParty == "okta.com")
    #expect(challenge.userHandle == "MDB1")
    #expect(challenge.userName == "jane@example.com")
    #expect(challenge.algorithms == [-7, -257])
    #expect(challenge.credentials == ["old"])
    #expect(challenge.fields[.attestation] == "credentials.attestation")
  }

  @Test(
    "The relying party is its own member, else in the older address, else the issuer's host",
    arguments: [
      (["rpId": "okta.com"], "okta.com"),
      (["u2fParams": ["appid": "https://acme.okta.com"]], "acme.okta.com"),
      (["extensions": ["appid": "https://okta.com/app"]], "okta.com"), ([:], "acme.okta.com"),
      (["u2fParams": ["appid": "https://login.example"]], "acme.okta.com"),
    ] as [(JSONObject, String)])
  func relyingParty(_ data: JSONObject, _ expected: String) throws {
    var data = data
    data["challenge"] = "YWJj"
    let json = Self.page(
      "challenge-authenticator", Self.signing, ["challengeData": .object(data)])
    #expect(try challenge(json, at: "https://acme.okta.com")?.relyingParty == expected)
  }

  @Test(
    "A relying party that the issuer's host doesn't belong to isn't answered",
    arguments: ["evil.example", "ta.com", "x.acme.okta.com", "https://acme.okta.com"])
  func strangers(_ party: String) throws {
    let json = Self.page(
      "challenge-authenticator", Self.signing,
      ["challengeData": ["challenge": "YWJj", "rpId": .string(party)]])
    #expect(try challenge(json, at: "https://acme.okta.com") == nil)
  }

  @Test func aStepWithoutAChallengeHasNone() throws {
    let code = Self.page("challenge-authenticator", ["passcode"], ["challengeData": [:]])
    #expect(try challenge(code, at: "https://acme.okta.com") == nil)
    let bare = Self.page("challenge-authenticator", Self.signing, [:])
    #expect(try challenge(bare, at: "https://acme.okta.com") == nil)
  }

  @Test(
    "Every captured page with a challenge asks for a passkey",
    .enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
  func samples() throws {
    var count = 0
    for sample in Samples.pages {
      let json = try sample.json()
      let text = String(decoding: json.bytes(), as: UTF8.self)
      let page = IDXReader.read(try #require(json.object)).page
      let response = ResponseMapper.response(of: page)
      let takes = response.steps.contains { step in
        step.fields.contains { $0.name.hasSuffix("clientData") }
          && step.fields.contains {
            $0.name.hasSuffix("ignatureData") || $0.name.hasSuffix("attestation")
          }
      }
      guard takes, text.contains("\"challengeData\":{") || text.contains("\"activationData\":{")
      else { continue }
      count += 1
      #expect(response.steps.contains { $0.asksForPasskey }, "\(sample)")
    }
    #expect(count > 10)
  }
}
