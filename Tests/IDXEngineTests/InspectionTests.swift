import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The displayed form of a captured answer.
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
    "Unreadable steps aren't an end, as in a run",
    arguments: [nil, "none", ["value": nil], ["type": "array"]] as [JSON])
  func stepsThatCannotBeRead(_ remediation: JSON) {
    let inspection = IDXInspection(["stateHandle": "s", "remediation": remediation])
    #expect(inspection.response.outcome == nil)
    #expect(!inspection.notes.isEmpty)
  }

  @Test(
    "An unreadable form for tokens isn't an end either, as in a run",
    arguments: [nil, 1, []] as [JSON])
  func successThatCannotBeRead(_ form: JSON) async throws {
    let page: JSON = ["version": "1.0.0", "successWithInteractionCode": form]
    let inspection = IDXInspection(page)
    #expect(inspection.response.outcome == nil)
    #expect(!inspection.notes.isEmpty)
    let transport = ScriptedTransport([HTTPResponse.page(Org.interact), HTTPResponse.page(page)])
    var session = Org.session(transport)
    let failure = await #expect(throws: EngineFailure.self) {
      try await session.start(Start(intent: "sign-in"))
    }
    #expect(failure?.kind == .malformed)
    #expect(failure?.message.contains("`successWithInteractionCode`") == true)
  }

  @Test("Handles and codes of a response that its message quotes are masked")
  func quoted() {
    let said = "bad top-handle-1 form-handle the-interaction-code"
    let message: JSON = ["message": .string(said), "class": "ERROR"]
    let page = Org.page(
      [Org.identify], ["stateHandle": "top-handle-1", "messages": Org.list([message])])
    let steps = IDXInspection(page)
    let mask = Secret.mask
    #expect(steps.response.messages.map(\.text) == ["bad \(mask) \(mask) the-interaction-code"])
    #expect(steps.json["messages"]?.array?.first?["text"]?.string?.contains("handle") == false)
    var success = Org.success.object ?? [:]
    success["messages"] = Org.list([message])
    let end = IDXInspection(.object(success))
    #expect(
      end.response.messages.map(\.text) == ["bad \(mask)-1 form-handle \(mask)"])
    let error = IDXInspection([
      "error": "interaction_required", "interaction_handle": "the-handle-1",
      "error_description": "go on with the-handle-1",
    ])
    #expect(error.response.messages.map(\.text) == ["go on with \(mask)"])
  }

  @Test(
    "A response without steps is an end",
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
        ["kind": "unknown", "path": "$.novelty", "message": "is unknown, but kept"]
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
