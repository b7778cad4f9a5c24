import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The texts of a form, which a user reads and can't answer.
@Suite struct LabelTests {
  static let form: JSON = [
    "rel": ["create-form"], "name": "profile-update", "method": "POST",
    "href": "https://org.example/idp/idx/profile",
    "value": [
      ["name": "title-text", "label": "Title", "value": "Welcome", "mutable": false],
      ["name": "note", "label": "By continuing you accept the terms.", "mutable": false],
      ["label": "A label without an input."],
      ["name": "hidden", "label": "Hidden", "value": "x", "mutable": false, "visible": false],
      ["name": "needed", "label": "Needed", "mutable": false, "required": true],
      [
        "name": "userProfile",
        "form": [
          "value": [
            ["name": "help", "label": "As in your passport.", "mutable": false],
            ["name": "firstName", "label": "First name", "value": "Jane"],
            ["name": "id", "label": "Id", "value": "u1", "visible": false],
          ]
        ],
      ],
      ["name": "stateHandle", "value": "state-handle-1", "visible": false, "mutable": false],
    ],
  ]

  @Test func aTextIsShownAndNeverAsked() throws {
    let response = try Org.response(Org.page([Self.form]))
    let step = try #require(response.steps.first)
    #expect(
      step.showing == [
        Fact("title-text", .text("Welcome"), label: "Title"),
        Fact("note", .text("By continuing you accept the terms."), label: ""),
        Fact("text", .text("A label without an input."), label: ""),
        Fact("userProfile.help", .text("As in your passport."), label: ""),
      ])
    #expect(step.fields.map(\.name) == ["needed", "userProfile.firstName", "userProfile.id"])
    #expect(step.fields.map(\.isVisible) == [true, true, false])
  }

  @Test func whatIsFixedOfAnAuthenticatorIsNoText() throws {
    let form: JSON = [
      "rel": ["create-form"], "name": "resend", "href": "https://org.example/idp/idx/resend",
      "value": [
        [
          "name": "authenticator",
          "form": [
            "value": [
              ["name": "methodType", "label": "PUSH", "value": "push", "mutable": false]
            ]
          ],
        ]
      ],
    ]
    #expect(try Org.response(Org.page([form])).steps.first?.showing == [])
  }
}
