import FlowEngine
import FlowWire
import Testing

@testable import IDXEngine

/// What a captured answer is shown as.
@Suite struct InspectionTests {
  @Test(
    arguments: [
      (Org.page([]), .page), (Org.success, .page), (Org.interact, .interact), (Org.tokens, .tokens),
      (["error": "invalid_request", "error_description": "d"], .oauthError),
      (["error": "Forbidden", "message": "m"], .oauthError),
      (["errorCode": "E0000047", "errorSummary": "s"], .apiError), (["keys": []], .other),
      (nil, .other), ([1], .other),
    ] as [(JSON, IDXInspection.Kind)])
  func anAnswerIsWhatItsMembersMakeIt(_ json: JSON, _ kind: IDXInspection.Kind) {
    let inspection = IDXInspection(json)
    #expect(inspection.kind == kind)
    #expect(inspection.json["kind"] == .string(kind.rawValue))
    #expect(inspection.notes.isEmpty == (kind != .other))
  }

  @Test(
    "Steps that can't be read are no end, as in a run",
    arguments: [nil, "none", ["value": nil], ["type": "array"]] as [JSON])
  func stepsThatCannotBeRead(_ remediation: JSON) {
    let inspection = IDXInspection(["stateHandle": "s", "remediation": remediation])
    #expect(inspection.response.outcome == nil)
    #expect(!inspection.notes.isEmpty)
  }

  @Test(
    "No steps are an end",
    arguments: [["stateHandle": "s"], ["stateHandle": "s", "remediation": ["value": []]]] as [JSON])
  func noSteps(_ page: JSON) {
    #expect(IDXInspection(page).response.outcome == .finished)
  }

  @Test func anErrorIsAFailureWithItsMessage() {
    let inspection = IDXInspection(["error": "invalid_request", "error_description": "No PKCE."])
    #expect(inspection.response.outcome == .failure)
    #expect(inspection.response.messages == [Message(.error, "No PKCE.", key: "invalid_request")])
  }

  @Test func tokensAreASuccessAndMasked() throws {
    let inspection = IDXInspection(Org.tokens)
    #expect(inspection.response.outcome == .success)
    let tokens = try #require(inspection.json["tokens"])
    #expect(tokens["accessToken"] == .string(Secret.mask))
    #expect(tokens["idToken"] == .string(Secret.mask))
    #expect(tokens["refreshToken"] == .string(Secret.mask))
    #expect(tokens["scope"] == "openid profile")
  }

  @Test func aPageIsShownAsAScriptSeesIt() throws {
    let inspection = IDXInspection(
      Org.page(
        [Org.challenge],
        [
          "currentAuthenticatorEnrollment": Org.wrapped(Org.password), "novelty": 1,
        ]))
    let json = inspection.json
    let step = try #require(json["steps"]?.array?.first)
    #expect(step["name"] == "challenge-authenticator")
    #expect(step["subjects"] == ["password"])
    #expect(step["capabilities"] == ["recover"])
    #expect(
      step["fields"] == [
        [
          "name": "credentials.passcode", "label": "Password", "type": "text", "required": true,
          "secret": true, "aliases": ["password"],
        ]
      ])
    #expect(json["capabilities"] == ["cancel"])
    #expect(json["authenticators"]?.array?.first?["place"] == "currentAuthenticatorEnrollment")
    #expect(json["authenticators"]?.array?.first?["capabilities"] == ["recover"])
    #expect(
      json["notes"] == [
        ["kind": "unknown", "path": "$.novelty", "message": "is not known, and kept"]
      ])
    #expect(json["facts"]?["intent"] == "LOGIN")
  }

  @Test func theSlowestAndTheFastestThingsAreShownInSeconds() throws {
    let json = IDXInspection(Org.page([Org.form("poll", "/p", [], ["refresh": 500])])).json
    #expect(json["steps"]?.array?.first?["waiting"] == .double(0.5))
  }

  @Test(
    .enabled(if: Samples.areThere, "the captured answers are not beside this checkout"),
    arguments: Samples.others)
  func aCapturedAnswerOfAnotherKindIsWhatItIs(_ sample: Samples.Sample) throws {
    let inspection = IDXInspection(try sample.json())
    switch sample.kind {
    case "interact": #expect(inspection.kind == .interact)
    case "token":
      #expect(inspection.kind == .tokens)
      #expect(inspection.response.tokens?.accessToken.isEmpty == false)
    case "oauth-error", "oauth-error(camelCase)": #expect(inspection.kind == .oauthError)
    case "api-error": #expect(inspection.kind == .apiError)
    default: #expect(inspection.kind != .page)
    }
  }
}
