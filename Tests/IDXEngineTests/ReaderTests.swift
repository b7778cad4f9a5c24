import FlowHTTP
import Testing

@testable import IDXEngine

/// Parts that are absent, misplaced or of a wrong type are noted with their location and never
/// fail.
@Suite struct ReaderTests {
  private func read(_ json: JSON) throws -> (page: Shared<IDXPage>, notes: [IDXNote]) {
    IDXReader.read(try #require(json.object))
  }

  @Test func aWholePageIsReadWithoutANote() throws {
    let (page, notes) = try read(
      Org.page(
        [Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(Org.password)]))
    #expect(notes.isEmpty)
    #expect(page.remediations.first?.targets == [.currentEnrollment])
  }

  @Test(
    arguments: [
      (["remediation": nil], "$.remediation", "should be a list, is null"),
      (["remediation": "x"], "$.remediation", "should be a list, is text"),
      (["remediation": ["value": [nil]]], "$.remediation.value[0]", "should be a form, is null"),
      (["currentAuthenticator": nil], "$.currentAuthenticator", "should be an object, is null"),
      (["user": ["value": 3]], "$.user", "should be an object, is an object of another shape"),
      (["user": ["value": ["id": 3]]], "$.user.value.id", "should be text, is a number"),
      (["version": ["x"]], "$.version", "should be text, is a list"),
      (["messages": ["value": [7]]], "$.messages.value[0]", "should be a message, is a number"),
      (["cancel": 1], "$.cancel", "should be a form, is a number"),
      (
        ["authenticators": ["value": ["x"]]], "$.authenticators.value[0]",
        "should be an authenticator, is text"
      ),
      (
        ["app": ["value": ["label": true]]], "$.app.value.label", "should be text, is true or false"
      ),
    ] as [(JSON, String, String)])
  func aWrongTypeIsNotedAndKept(_ json: JSON, _ path: String, _ message: String) throws {
    let notes = try read(json).notes
    #expect(notes == [IDXNote(.unreadable, at: path, message)])
  }

  @Test(
    arguments: [
      (["name": "x", "form": 1], "$.remediation.value[0].value[0].form"),
      (["name": "x", "options": [nil]], "$.remediation.value[0].value[0].options[0]"),
      (["name": "x", "options": [["label": "A"]]], "$.remediation.value[0].value[0].options[0]"),
      (["label": "x"], "$.remediation.value[0].value[0]"),
      (["name": "x", "required": "false"], "$.remediation.value[0].value[0].required"),
      (["name": "x", "mutable": 1], "$.remediation.value[0].value[0].mutable"),
    ] as [(JSON, String)])
  func aFieldThatCannotBeReadIsNotedWithItsPlace(_ field: JSON, _ path: String) throws {
    let notes = try read(Org.page([Org.form("identify", "/i", [field])])).notes
    #expect(notes.map(\.path) == [path])
    #expect(notes.first?.kind == .unreadable)
  }

  @Test func anUnknownMemberIsKeptByNameAndNoted() throws {
    let (page, notes) = try read(["novelty": 1, "odd name": 2])
    #expect(page.other.map(\.name) == ["novelty", "odd name"])
    #expect(notes.map(\.path) == ["$.novelty", "$['odd name']"])
    #expect(notes.allSatisfy { $0.kind == .unknown })
  }

  @Test(arguments: [
    "$.currentAuthenticator", "currentAuthenticator", "$.currentAuthenticator.value",
    "$.authenticators.value[0]", "$.authenticators[0]",
  ])
  func aReferenceIsResolvedAsATextToo(_ reference: String) throws {
    var step = try #require(Org.challenge.object)
    for json in [.string(reference), [.string(reference)]] as [JSON] {
      step["relatesTo"] = json
      let (page, notes) = try read(
        Org.page(
          [.object(step)],
          [
            "authenticators": Org.list([Org.password]),
            "currentAuthenticator": Org.wrapped(Org.password),
          ]))
      #expect(page.remediations.first?.targets.count == 1)
      #expect(notes.isEmpty)
    }
  }

  @Test(arguments: [
    "$.authenticators.value[9]", "$.authenticators.value[-1]", "$.authenticators.value[x]",
    "$.nowhere", "", "$", "[0]", "$.authenticators.value", "$.remediation.value[0]",
    "$.authenticators.value[99999999999999999999]",
  ])
  func aDanglingReferenceIsNotedAndIgnored(_ reference: String) throws {
    var step = try #require(Org.challenge.object)
    step["relatesTo"] = [.string(reference)]
    let (page, notes) = try read(
      Org.page([.object(step)], ["authenticators": Org.list([Org.password])]))
    #expect(page.remediations.first?.targets == [])
    #expect(page.remediations.first?.relatesTo == [reference])
    #expect(notes.map(\.kind) == [.dangling])
    #expect(notes.first?.path == "$.remediation.value[0].relatesTo")
  }

  @Test func anUnreadableAuthenticatorKeepsThePlacesOfTheOthers() throws {
    var step = try #require(Org.challenge.object)
    step["relatesTo"] = "$.authenticators.value[1]"
    let page = try read(
      Org.page([.object(step)], ["authenticators": Org.list([nil, Org.password])])
    ).page
    let target = try #require(page.remediations.first?.targets.first)
    #expect(page.authenticator(target)?.key == "okta_password")
  }

  @Test func anAuthenticatorOfAnOlderShapeIsRead() throws {
    let page = try read([
      "currentAuthenticator": Org.wrapped([
        "catalogKey": "okta_email", "authenticatorName": "Email", "authenticatorId": "aut1",
        "methods": [["methodType": "email"]],
      ])
    ]).page
    let authenticator = try #require(page.currentAuthenticator)
    #expect(authenticator.key == "okta_email")
    #expect(authenticator.displayName == "Email")
    #expect(authenticator.id == "aut1")
    #expect(authenticator.methods.map { IDXAuthenticator.word(ofMethod: $0) } == ["email"])
  }

  @Test func fieldsOfOneNameThatAreFormsBecomeOne() throws {
    let page = try read(
      Org.page([
        Org.form(
          "profile-update", "/u",
          [
            ["name": "userProfile", "form": ["value": [["name": "a"]]]],
            ["name": "userProfile", "form": ["value": [["name": "b"]]]],
          ])
      ])
    ).page
    let fields = try #require(page.remediations.first?.fields)
    #expect(fields.map(\.name) == ["userProfile", "stateHandle"])
    #expect(fields[0].form?.map(\.name) == ["a", "b"])
  }

  @Test func anActionOfAnyNameIsACapability() throws {
    let page = try read([
      "currentAuthenticator": Org.wrapped([
        "key": "duo", "telepathy": Org.form("telepathy", "/t", []),
      ])
    ]).page
    #expect(page.currentAuthenticator?.actions.map(\.name) == ["telepathy"])
  }

  @Test func formsThatNestTooDeepAreCutOffWithANote() throws {
    var field: JSON = ["name": "leaf"]
    for _ in 0..<200 { field = ["name": "x", "form": ["value": [field]]] }
    let notes = try read(Org.page([Org.form("deep", "/d", [field])])).notes
    #expect(notes.map(\.message) == ["nests deeper than \(IDXReader.deepestForm) forms"])
  }

  @Test func aMessageMayLackEverything() throws {
    let page = try read(
      ["messages": Org.list([[:], "plain", ["message": "m", "i18n": ["key": ""]]])]
    ).page
    #expect(page.messages.map(\.text) == ["", "plain", "m"])
    #expect(page.messages.allSatisfy { $0.key == nil && $0.severity == nil })
  }
}
