import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Answers to forms.
extension Quirk {
  static var forms: [Quirk] {
    [
      Quirk(
        1, "every child of a nested form is sent, and a missing one is reported", nestedSiblings),
      Quirk(9, "a fixed value isn't a field, even if it isn't marked as invisible", fixedFields),
      Quirk(10, "a nested form needs no type, and can be in `value`", nestedForms),
      Quirk(12, "phones of one authenticator are distinguished by their enrollment", severalPhones),
      Quirk(21, "steps and fields can have the same name", duplicates),
    ]
  }

  private static func step(_ fields: [JSON], _ name: String = "step") -> JSON {
    Org.form(name, "/idp/idx/\(name)", fields)
  }

  @Sendable private static func nestedSiblings() async throws {
    let names = ["firstName", "lastName", "email"]
    let profile: JSON = [
      "name": "userProfile", "required": true,
      "form": ["value": .array(names.map { ["name": .string($0), "required": true] })],
    ]
    let page = Org.page([step([profile])])
    let answers = names.map { Answer("userProfile.\($0)", .text("my \($0)")) }
    #expect(
      try Org.body(of: page, answers: answers)["userProfile"] == [
        "firstName": "my firstName", "lastName": "my lastName", "email": "my email",
      ])
    for missing in names.indices {
      var some = answers
      some.remove(at: missing)
      let failure = #expect(throws: EngineFailure.self) { try Org.body(of: page, answers: some) }
      #expect(failure?.kind == .misused)
      #expect(failure?.message.contains("`userProfile.\(names[missing])`") == true)
    }
  }

  @Sendable private static func fixedFields() async throws {
    let fields: [JSON] = [
      ["name": "id", "value": "aut1", "mutable": false],
      ["name": "methodType", "value": "sms", "mutable": false], ["name": "phoneNumber"],
    ]
    let page = Org.page([step(fields)])
    #expect(try Org.response(page).steps.first?.fields.map(\.name) == ["phoneNumber"])
    #expect(
      try Org.body(of: page) == [
        "id": "aut1", "methodType": "sms", "stateHandle": "form-handle",
      ])
  }

  @Sendable private static func nestedForms() async throws {
    let inner: JSON = ["value": [["name": "passcode", "required": true]]]
    for field in [
      ["name": "credentials", "form": inner], ["name": "credentials", "value": ["form": inner]],
      ["name": "credentials", "type": "object", "form": inner],
    ] as [JSON] {
      let page = Org.page([step([field])])
      #expect(try Org.response(page).steps.first?.fields.map(\.name) == ["credentials.passcode"])
      let body = try Org.body(of: page, answers: [Answer("credentials.passcode", .text("1"))])
      #expect(body["credentials"] == ["passcode": "1"])
    }
  }

  @Sendable private static func severalPhones() async throws {
    let options = (1...2).map { index -> JSON in
      [
        "label": "Phone", "relatesTo": .string("$.authenticatorEnrollments.value[\(index - 1)]"),
        "value": [
          "form": [
            "value": [
              ["name": "id", "required": true, "value": "aut-phone", "mutable": false],
              ["name": "methodType", "options": [["label": "SMS", "value": "sms"]]],
              ["name": "enrollmentId", "value": .string("enr\(index)"), "mutable": false],
            ]
          ]
        ],
      ]
    }
    let page = Org.page(
      [step([["name": "authenticator", "options": .array(options)]])],
      [
        "authenticatorEnrollments": Org.list(
          ["34", "67"].map {
            ["key": "phone_number", "profile": ["phoneNumber": .string("+1 XXX \($0)")]]
          })
      ])
    let choices = try #require(try Org.response(page).steps.first?.choices)
    #expect(choices.map(\.details) == [["+1 XXX 34"], ["+1 XXX 67"]])
    #expect(
      try Org.body(of: page, Selection(choice: 1, method: 0))["authenticator"] == [
        "id": "aut-phone", "methodType": "sms", "enrollmentId": "enr2",
      ])
  }

  @Sendable private static func duplicates() async throws {
    let providers: [JSON] = ["Google", "Other"].map { name in
      [
        "name": "redirect-idp", "type": "OIDC", "method": "GET",
        "idp": ["id": .string("id-\(name)"), "name": .string(name)],
        "href": .string("https://org.example/sso/idps/\(name)"),
      ]
    }
    let parts: [JSON] = ["email", "city"].map { name in
      ["name": "userProfile", "form": ["value": [["name": .string(name), "required": true]]]]
    }
    let page = Org.page(providers + [step(parts, "profile-update")])
    let response = try Org.response(page)
    #expect(
      response.steps.map(\.name) == ["redirect-idp", "redirect-idp", "profile-update"])
    #expect(response.steps.map { $0.redirect?.title } == ["Google", "Other", nil])
    #expect(response.steps[1].subjects.contains { $0.answers(to: "other") })
    let answers = [
      Answer("userProfile.email", .text("e")), Answer("userProfile.city", .text("c")),
    ]
    #expect(
      try Org.body(of: page, step: 2, answers: answers)["userProfile"] == [
        "email": "e", "city": "c",
      ])
  }
}
