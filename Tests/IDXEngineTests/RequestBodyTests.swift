import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The rules by which a form is answered, each with a small form.
@Suite struct RequestBodyTests {
  private func body(
    _ fields: [JSON], _ selection: Selection? = nil, _ answers: [Answer] = []
  ) throws -> JSON {
    try Org.body(of: Org.page([Org.form("step", "/s", fields)]), selection, answers: answers)
  }

  private func failure(
    _ fields: [JSON], _ selection: Selection? = nil, _ answers: [Answer] = []
  ) throws -> EngineFailure? {
    #expect(throws: EngineFailure.self) { try body(fields, selection, answers) }
  }

  private static let phone: JSON = [
    "name": "authenticator", "type": "object",
    "options": [
      [
        "label": "Email",
        "value": [
          "form": [
            "value": [
              ["name": "id", "required": true, "value": "aut-email", "mutable": false],
              ["name": "methodType", "value": "email", "mutable": false],
            ]
          ]
        ],
      ],
      [
        "label": "Phone",
        "value": [
          "form": [
            "value": [
              ["name": "id", "required": true, "value": "aut-phone", "mutable": false],
              [
                "name": "methodType", "required": true,
                "options": [
                  ["label": "SMS", "value": "sms"], ["label": "Voice call", "value": "voice"],
                ],
              ],
              ["name": "phoneNumber", "required": true],
            ]
          ]
        ],
      ],
    ],
  ]

  @Test func theHandleOfTheFormIsSentAndNotThatOfThePage() throws {
    #expect(try body([]) == ["stateHandle": "form-handle"])
  }

  @Test func everyChildOfANestedFormIsSentHoweverDeep() throws {
    let names = ["firstName", "lastName", "email"]
    let nested: JSON = [
      "name": "userProfile",
      "form": [
        "value": .array(
          names.map { ["name": .string($0)] } + [
            ["name": "address", "form": ["value": [["name": "city"], ["name": "zip"]]]]
          ])
      ],
    ]
    let full = names.map { "userProfile.\($0)" } + ["userProfile.address.city"]
    let sent = try body([nested], nil, full.map { Answer($0, .text("x")) })
    #expect(
      sent["userProfile"]
        == ["firstName": "x", "lastName": "x", "email": "x", "address": ["city": "x"]])
  }

  @Test(arguments: ["stateHandle", "fixed", "nothing", "nested"])
  func whatMayNotBeChangedOrIsNotThereCannotBeAnswered(_ name: String) throws {
    let fields: [JSON] = [
      ["name": "fixed", "value": "v", "mutable": false],
      ["name": "nested", "form": ["value": [["name": "a"]]]],
    ]
    let failure = try failure(fields, nil, [Answer(name, .text("mine"))])
    #expect(failure?.kind == .misused)
    #expect(failure?.message == "the step `step` has no field `\(name)` that can be answered")
  }

  @Test func aStateHandleThatForgetsToBeImmutableIsSentAsItCame() throws {
    let page = IDXReader.read([
      "remediation": [
        ["name": "x", "rel": ["create-form"], "value": [["name": "stateHandle", "value": "h"]]]
      ]
    ]).page
    let body = try RequestBody.build(page.remediations[0], on: page)
    #expect(body == ["stateHandle": "h"])
  }

  @Test(
    "A state handle without a value is the page's own, and isn't asked for",
    arguments: [["name": "stateHandle", "required": true], ["name": "stateHandle", "value": nil]]
      as [JSON])
  func handleOfThePage(field: JSON) throws {
    let form: JSON = ["name": "x", "rel": ["create-form"], "value": [field]]
    let page = Org.page([form])
    #expect(try Org.response(page).steps[0].fields.isEmpty)
    #expect(try Org.body(of: page) == ["stateHandle": "top-handle"])
  }

  @Test func aRequiredStateHandleThatNobodyKnowsIsTheServersFault() throws {
    func body(_ field: JSON) throws -> JSON {
      try Org.body(of: ["remediation": [["name": "x", "rel": ["create-form"], "value": [field]]]])
    }
    let failure = #expect(throws: EngineFailure.self) {
      try body(["name": "stateHandle", "required": true])
    }
    #expect(failure?.kind == .malformed)
    #expect(try body(["name": "stateHandle"]) == [:])
  }

  @Test func anObjectThatIsAValueIsSentAsItIs() throws {
    let object: JSON = ["id": "a", "methodType": "push"]
    let sent = try body([
      ["name": "authenticator", "visible": false, "mutable": false, "value": object]
    ])
    #expect(sent["authenticator"] == object)
  }

  @Test func aRequiredFieldWithoutAValueIsNamedAndNothingIsBuilt() throws {
    let failure = try failure([["name": "identifier", "required": true]])
    #expect(failure?.kind == .misused)
    #expect(failure?.message == "the field `identifier` is required and has no value")
  }

  @Test func aRequiredFormNamesItsOnlyFieldAsMissing() throws {
    #expect(
      try failure([Org.passcode])?.message
        == "the field `credentials.passcode` is required and has no value")
  }

  @Test func whatIsOptionalAndHasNoValueIsLeftOut() throws {
    let fields: [JSON] = [
      ["name": "a"], ["name": "b", "value": nil],
      ["name": "c", "form": ["value": [["name": "d"]]]],
    ]
    #expect(try body(fields) == ["stateHandle": "form-handle"])
  }

  @Test func aDefaultIsSentUnlessItIsAnswered() throws {
    let fields: [JSON] = [["name": "rememberMe", "type": "boolean", "value": false]]
    #expect(try body(fields)["rememberMe"] == false)
    #expect(try body(fields, nil, [Answer("rememberMe", .boolean(true))])["rememberMe"] == true)
  }

  @Test(
    arguments: [
      ("boolean", .text("true"), true), ("boolean", .boolean(false), false),
      ("number", .number(3), 3), ("number", .text("41"), 41),
      ("number", .number(1.5), .double(1.5)),
      ("string", .number(123_456), "123456"), ("string", .boolean(true), true),
      ("string", .secret(Secret("s")), "s"),
      ("object", .list([.text("a"), .number(1)]), ["a", 1]),
    ] as [(String, Value, JSON)])
  func anAnswerIsSentInTheTypeOfItsField(
    _ type: String, _ value: Value, _ expected: JSON
  ) throws {
    let sent = try body([["name": "f", "type": .string(type)]], nil, [Answer("f", value)])
    #expect(sent["f"].map { RawForm.ordered($0) } == expected)
  }

  @Test(arguments: [
    ("boolean", Value.text("perhaps")), ("boolean", .number(1)), ("number", .text("many")),
    ("number", .text("nan")),
    ("number", .number(.infinity)), ("number", .number(.nan)),
  ])
  func anAnswerOfAnotherTypeIsRefused(_ type: String, _ value: Value) throws {
    let failure = try failure(
      [["name": "f", "type": .string(type)]], nil, [Answer("f", value)])
    #expect(failure?.kind == .misused)
    #expect(failure?.message.contains("`f`") == true)
  }

  @Test(arguments: ["disliked_food", "Disliked-Food", "What food?", "what_food?"])
  func anOptionIsMeantByItsValueOrItsLabel(_ word: String) throws {
    let field: JSON = [
      "name": "questionKey",
      "options": [["label": "What food?", "value": "disliked_food"], ["value": "other"]],
    ]
    let sent = try body([field], nil, [Answer("questionKey", .text(word))])
    #expect(sent["questionKey"] == "disliked_food")
  }

  @Test func aValueThatIsNoOptionIsRefusedWithThoseThatAre() throws {
    let field: JSON = ["name": "channel", "options": [["value": "sms"], ["value": "email"]]]
    let failure = try failure([field], nil, [Answer("channel", .text("pigeon"))])
    #expect(failure?.kind == .misused)
    #expect(failure?.help == "it accepts sms, email")
  }

  @Test func aBooleanOptionStaysABoolean() throws {
    let field: JSON = [
      "name": "consent", "options": [["label": "Yes", "value": true], ["value": false]],
    ]
    #expect(try body([field], nil, [Answer("consent", .boolean(true))])["consent"] == true)
    #expect(try body([field], nil, [Answer("consent", .text("yes"))])["consent"] == true)
  }

  @Test func aNameWithDotsIsNoPath() throws {
    let field: JSON = [
      "name": "optedScopes",
      "form": [
        "value": [["name": "a.b.c", "type": "boolean"], ["name": "a.b", "type": "boolean"]]
      ],
    ]
    let sent = try body([field], nil, [Answer("optedScopes.a.b.c", .boolean(true))])
    #expect(sent["optedScopes"] == ["a.b.c": true])
  }

  @Test func aChoiceSendsItsOwnForm() throws {
    #expect(
      try body([Self.phone], Selection(choice: 0))["authenticator"]
        == ["id": "aut-email", "methodType": "email"])
  }

  @Test func aChoiceSendsTheChosenMethodAndItsFields() throws {
    let sent = try body(
      [Self.phone], Selection(choice: 1, method: 1),
      [Answer("authenticator.phoneNumber", .text("+15551234567"))])
    #expect(
      sent["authenticator"]
        == ["id": "aut-phone", "methodType": "voice", "phoneNumber": "+15551234567"])
  }

  @Test(arguments: [
    (nil, "the field `authenticator` needs a choice, and none was made"),
    (Selection(choice: 9), "the field `authenticator` has no such choice"),
    (Selection(choice: 1, method: 7), "the choice of `authenticator` has no such method"),
    (Selection(choice: 1, method: -1), "the choice of `authenticator` has no such method"),
    (Selection(choice: 1), "the field `authenticator.methodType` is required and has no value"),
    (
      Selection(choice: 1, method: 0),
      "the field `authenticator.phoneNumber` is required and has no value"
    ),
  ])
  func aChoiceThatDoesNotFitIsRefused(_ selection: Selection?, _ message: String) throws {
    #expect(try failure([Self.phone], selection)?.message == message)
  }

  @Test func aSelectionWhereNothingCanBeChosenIsRefused() throws {
    #expect(try failure([["name": "a"]], Selection(choice: 0))?.kind == .misused)
  }

  @Test func anOptionalMethodIsLeftToTheServer() throws {
    let field: JSON = [
      "name": "authenticator",
      "options": [
        [
          "label": "Okta Verify",
          "value": [
            "form": [
              "value": [
                ["name": "id", "value": "a", "mutable": false],
                ["name": "methodType", "options": [["value": "push"], ["value": "totp"]]],
              ]
            ]
          ],
        ]
      ],
    ]
    #expect(try body([field], Selection(choice: 0))["authenticator"] == ["id": "a"])
  }

  @Test func aFormForOneAuthenticatorTakesItsMethodWithOrWithoutAChoice() throws {
    let field: JSON = [
      "name": "authenticator",
      "form": [
        "value": [
          ["name": "id", "value": "a", "mutable": false],
          [
            "name": "methodType", "required": true,
            "options": [["value": "sms"], ["value": "voice"]],
          ],
        ]
      ],
    ]
    let expected: JSON = ["id": "a", "methodType": "voice"]
    #expect(try body([field], Selection(choice: 0, method: 1))["authenticator"] == expected)
    #expect(
      try body([field], nil, [Answer("authenticator.methodType", .text("voice"))])["authenticator"]
        == expected)
    let failure = try failure([field])
    #expect(
      failure?.message == "the field `authenticator.methodType` is required and has no value")
    #expect(failure?.help?.contains("via sms` or `choose") == true)
  }

  @Test func aSecondFieldOfFormsIsAnsweredByTheWordOfItsOption() throws {
    let second: JSON = [
      "name": "place",
      "options": [
        ["label": "Home", "value": ["form": ["value": [["name": "n", "value": 1]]]]],
        ["label": "Work", "value": ["form": ["value": [["name": "n", "value": 2]]]]],
      ],
    ]
    let sent = try body(
      [Self.phone, second], Selection(choice: 0), [Answer("place", .text("work"))])
    #expect(sent["place"] == ["n": 2])
    #expect(
      try failure([Self.phone, second], Selection(choice: 0), [Answer("place", .text("moon"))])?
        .message == "the field `place` has no such option")
  }
}
