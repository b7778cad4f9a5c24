import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Parts of a page that equal the previous page's are reused, without a visible effect.
@Suite struct TakingOverTests {
  private static let choice = Org.form(
    "select-authenticator-authenticate", "/idp/idx/challenge",
    [
      [
        "name": "authenticator", "type": "object",
        "options": [
          [
            "label": "Phone", "relatesTo": "$.authenticatorEnrollments.value[0]",
            "value": ["form": ["value": [["name": "id", "value": "p1", "mutable": false]]]],
          ]
        ],
      ]
    ])
  private static let about = Org.form(
    "challenge-authenticator", "/idp/idx/challenge/answer",
    [["name": "credentials", "form": ["value": [["name": "passcode", "label": "Code"]]]]],
    ["relatesTo": ["$.currentAuthenticatorEnrollment"]])

  private static func page(_ key: String, details: String = "+1") -> JSON {
    Org.page(
      [about, choice],
      [
        "authenticatorEnrollments": Org.list([
          ["key": "phone_number", "id": "p1", "profile": ["phoneNumber": .string(details)]]
        ]),
        "currentAuthenticatorEnrollment": Org.wrapped(["key": .string(key)]),
      ])
  }

  /// Reads a page after another, like a session.
  private func responses(
    _ first: JSON, _ second: JSON
  ) throws -> (after: Response, alone: Response, page: Shared<IDXPage>) {
    let first = try #require(first.object)
    let second = try #require(second.object)
    let previous = IDXReader.read(first, takesNotes: false).page
    let before = ResponseMapper.response(of: previous)
    let page = IDXReader.read(second, takesNotes: false, after: previous).page
    return (
      ResponseMapper.response(of: page, after: before.steps),
      ResponseMapper.response(of: IDXReader.read(second).page), page
    )
  }

  @Test func aFormThatRefersToEqualListsIsTakenOverAndOneAboutTheAuthenticatorAtHandIsNot() throws {
    let (after, alone, page) = try responses(Self.page("okta_password"), Self.page("okta_email"))
    #expect(page.takenOver == [nil, 1])
    #expect(after == alone)
    #expect(after.steps.first?.subjects.map(\.word) == ["email"])
  }

  @Test func aFormIsReadAnewWhereTheListsHaveChanged() throws {
    let (after, alone, page) = try responses(
      Self.page("okta_password"), Self.page("okta_password", details: "+2"))
    #expect(page.takenOver.allSatisfy { $0 == nil })
    #expect(after == alone)
    #expect(after.steps.last?.choices.first?.details == ["+2"])
  }

  @Test(
    .enabled(if: Samples.areThere, "the captured answers are not beside this checkout"),
    arguments: Samples.pages.indices)
  func aPageBehindAnyOtherSaysWhatItSaysAlone(_ index: Int) throws {
    let second = try Samples.pages[index].json()
    for other in [index, index + 1, index + 2, index + 7] {
      let first = try Samples.pages[other % Samples.pages.count].json()
      let (after, alone, _) = try responses(first, second)
      #expect(after == alone, "behind \(Samples.pages[other % Samples.pages.count].file)")
    }
  }
}
