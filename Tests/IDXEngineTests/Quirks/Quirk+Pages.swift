import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The reading of pages and their messages.
extension Quirk {
  static var pages: [Quirk] {
    [
      Quirk(2, "a reference can be a text, a list or a word, or be dangling", references),
      Quirk(5, "messages and users can lack any member", lackingParts),
      Quirk(16, "an end can still offer something", endsWithActions),
      Quirk(18, "the same form with another message is another response", sameForm),
      Quirk(19, "an unknown step is a step", unknownStep),
      Quirk(
        20, "a repeated message is kept once, two messages with one key are both kept", messages),
      Quirk(26, "dates in any form and misspelled members do no harm", typos),
    ]
  }

  @Sendable private static func references() async throws {
    let current: KeyValuePairs<String, JSON> = [
      "currentAuthenticator": Org.wrapped(["key": "okta_email", "id": "aut1"]),
      "authenticatorChallenge": Org.wrapped(["challengeMethod": "LOOPBACK"]),
    ]
    let cases: [(JSON, [String])] = [
      ("$.currentAuthenticator", ["email"]), (["$.currentAuthenticator"], ["email"]),
      (["$.currentAuthenticator", "$.nowhere"], ["email"]), (["authenticatorChallenge"], []),
      // A dangling reference is ignored; then the form's shape shows its subject.
      (["$.authenticatorEnrollments.value[9]"], ["email"]),
      ("$.authenticators.value[-1]", ["email"]),
      ("$.authenticators.value[99999999999999999999]", ["email"]), (["$..*", "", "$"], ["email"]),
      (7, ["email"]), ([], ["email"]), (nil, ["email"]),
    ]
    for (reference, words) in cases {
      let form = Org.form(
        "launch-authenticator", "/l", [Org.passcode], ["relatesTo": reference])
      let response = try Org.response(Org.page([form, Org.identify], current))
      #expect(response.steps.map(\.name) == ["launch-authenticator", "identify"], "\(reference)")
      #expect(response.steps[0].subjects.map(\.word) == words, "\(reference)")
      #expect(response.steps[1].subjects.isEmpty)
    }
  }

  @Sendable private static func lackingParts() async throws {
    let messages: [JSON] = [
      ["message": "a"], ["message": "b", "i18n": nil], ["message": "c", "i18n": [:]],
      ["message": "d", "i18n": ["key": ""], "class": "ERROR"], ["message": "", "class": "INFO"],
      ["i18n": ["key": "k", "params": ["p"]]], [:],
    ]
    let people: [JSON] = [
      ["identifier": "jane"], ["id": "00u1"], [:],
      ["id": "00u1", "identifier": nil, "profile": ["firstName": nil, "lastName": "Doe"]],
      ["profile": nil],
    ]
    for person in people {
      let response = try Org.response(
        Org.page(
          [Org.identify], ["messages": Org.list(messages), "user": Org.wrapped(person)]))
      #expect(response.messages.map(\.text) == ["a", "b", "c", "d", "", ""])
      #expect(response.messages.map(\.key) == [nil, nil, nil, nil, nil, "k"])
      #expect(response.steps.map(\.name) == ["identify"])
      #expect(response.facts.contains { $0.name == "user.firstName" } == false)
    }
    let known = try Org.response(Org.page([], ["user": Org.wrapped(people[3])]))
    #expect(known.facts.contains(Fact("user.lastName", .text("Doe"))))
  }

  @Sendable private static func endsWithActions() async throws {
    let page = Org.page(
      [],
      ["messages": Org.list([["message": "Return to the other tab.", "class": "INFO"]])])
    var (session, response, transport) = try await Org.session(
      at: page, then: [HTTPResponse.page(Org.page([Org.identify]))])
    #expect(response.outcome == .finished)
    #expect(response.capabilities == [Capability("cancel")])
    // The transaction continues in another tab: it is given up only on request.
    await session.abandon()
    #expect(transport.requests.count == 2)
    response = try await session.perform(.use(Capability("cancel"), step: nil))
    #expect(response.steps.map(\.name) == ["identify"])
    #expect(transport.requests.last?.url.path == "/idp/idx/cancel")
  }

  @Sendable private static func sameForm() async throws {
    let unknown: JSON = [
      "message": "There is no account with the Username jane.", "class": "INFO",
      "i18n": ["key": "idx.unknown.user"],
    ]
    let again = Org.page([Org.identify], ["messages": Org.list([unknown])])
    var (session, first, _) = try await Org.session(
      at: Org.page([Org.identify]),
      then: [HTTPResponse.page(again), HTTPResponse.page(Org.page([Org.identify]))])
    let move = Move.submit(step: 0, selection: nil, answers: [])
    let second = try await session.perform(move)
    #expect(second.steps == first.steps)
    #expect(second != first)
    #expect(second.messages.map(\.key) == ["idx.unknown.user"])
    let third = try await session.perform(move)
    #expect(third == first)
  }

  @Sendable private static func unknownStep() async throws {
    let step = Org.form("levitate-2031", "/idp/idx/levitate", [["name": "height"]])
    var (session, response, transport) = try await Org.session(
      at: Org.page([step]), then: [HTTPResponse.page(Org.page([Org.identify]))])
    #expect(response.steps.map(\.name) == ["levitate-2031"])
    response = try await session.perform(
      .submit(step: 0, selection: nil, answers: [Answer("height", .text("2 m"))]))
    #expect(
      transport.requests.last?.body == .json(["height": "2 m", "stateHandle": "form-handle"]))
    #expect(response.steps.map(\.name) == ["identify"])
  }

  @Sendable private static func messages() async throws {
    func message(_ text: String) -> JSON {
      ["message": .string(text), "class": "ERROR", "i18n": ["key": "password.common"]]
    }
    let field: JSON = [
      "name": "passcode",
      "messages": Org.list([message("Too short."), message("Too short."), message("Too common.")]),
    ]
    let step = Org.form("x", "/x", [["name": "credentials", "form": ["value": [field]]]])
    let response = try Org.response(
      Org.page([step, step], ["messages": Org.list([message("Too short.")])]))
    #expect(response.messages.map(\.text) == ["Too short.", "Too common."])
    #expect(response.messages.map(\.key) == ["password.common", "password.common"])
    #expect(response.messages.map(\.field) == ["credentials.passcode", "credentials.passcode"])
  }

  @Sendable private static func typos() async throws {
    for date in ["2030-01-01T00:00:00Z", "1893456000", "soon", "", 1_893_456_000, nil] as [JSON] {
      let field: JSON = ["name": "f", "requred": true, "type": "voice", "authenticatorid": "x"]
      let response = try Org.response(
        Org.page([Org.form("x", "/x", [field])], ["expiresAt": date, "intnet": "LOGIN"]))
      #expect(response.steps.first?.fields == [Field("f")])
      #expect(response.outcome == nil)
    }
  }
}
