import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("flow inspect")
struct InspectCommandTests {
  static let page = Pages.page(
    [
      Pages.challenge,
      Pages.form(
        "select-authenticator-authenticate", Pages.origin + "/idp/idx/challenge",
        [
          [
            "name": "authenticator", "type": "object",
            "options": [
              [
                "label": "Email",
                "value": [
                  "form": [
                    "value": [
                      ["name": "id", "required": true, "value": "aut-2", "mutable": false],
                      [
                        "name": "methodType", "required": false, "value": "email", "mutable": false,
                      ],
                    ]
                  ]
                ],
                "relatesTo": "$.authenticatorEnrollments.value[0]",
              ]
            ],
          ]
        ]),
    ],
    [
      "currentAuthenticatorEnrollment": [
        "type": "object",
        "value": [
          "type": "password", "key": "okta_password", "id": "aut-1", "displayName": "Password",
          "methods": [["type": "password"]],
        ],
      ],
      "authenticatorEnrollments": [
        "type": "array",
        "value": [
          [
            "type": "email", "key": "okta_email", "id": "aut-2", "displayName": "Email",
            "methods": [["type": "email"]],
          ]
        ],
      ],
      "messages": Pages.messages("Password is incorrect"),
    ])

  static func file(_ folder: TemporaryFolder, _ json: JSON = page) throws -> String {
    try folder.write("page.json", bytes: json.bytes())
  }

  @Test("A response is shown in the form that a script sees")
  func page() async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("inspect", try Self.file(folder))
    #expect(run.status == .success)
    #expect(run.errors.isEmpty)
    for line in [
      "error: Password is incorrect [incorrectPassword]", "on challenge-authenticator password",
      "  credentials.passcode (text, required, secret) \"Password\" or password",
      "on select-authenticator-authenticate", "  choose email via email  Email", "always: cancel",
    ] {
      #expect(run.lines.contains(line), "\(line)\n\(run.all)")
    }
  }

  @Test("Several responses are distinguished by their names; a summary is one line each")
  func several() async throws {
    let folder = try TemporaryFolder()
    let one = try Self.file(folder)
    let two = try folder.write("done.json", bytes: Pages.success.bytes())
    let pages = await Shell()("inspect", one, two)
    #expect(pages.lines.contains(one) && pages.lines.contains(two))
    let summary = await Shell()("inspect", "--summary", one, two)
    #expect(
      summary.lines.first
        == "\(one): challenge-authenticator password, select-authenticator-authenticate; "
        + "\"Password is incorrect\"")
    #expect(summary.lines.count == 2)
    #expect(summary.lines.last?.hasPrefix("\(two): ") == true)
  }

  @Test("JSON has one object per line for each file, with its documented members")
  func json() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(folder)
    let run = await Shell()("inspect", "--json", file, file)
    #expect(run.lines.count == 2)
    for line in run.lines {
      let object = try #require(try JSON(parsing: Array(line.utf8)).object)
      for name in [
        "file", "kind", "steps", "messages", "capabilities", "authenticators", "facts", "notes",
      ] {
        #expect(object[name] != nil, "\(name)")
      }
      #expect(object["file"]?.string == file)
      let field = object["steps"]?.array?.first?["fields"]?.array?.first
      #expect(field?["name"]?.string == "credentials.passcode")
      #expect(field?["secret"] == true)
    }
  }

  @Test(
    "An unreadable file is reported, and the others are still shown",
    arguments: [
      ("{\"a\":", "not a JSON document"), ("", "not a JSON document"), ("x", "not a JSON document"),
    ])
  func unreadable(text: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("bad.json", text)
    let run = await Shell()("inspect", bad, try Self.file(folder))
    #expect(run.status == .wrongScript)
    #expect(run.errors.hasPrefix("flow: \(bad): \(message)"), "\(run.all)")
    #expect(run.errors.count(of: "\n") == 1)
    #expect(run.output.contains("on challenge-authenticator password"))
  }

  @Test("A missing file, a folder and a file that is too large are one clear problem each")
  func noFile() async throws {
    let folder = try TemporaryFolder()
    let large = try folder.sparse("large.json", length: 100 << 20)
    for (path, message) in [
      (folder.path + "/nowhere.json", "there is no such file"), (folder.path, "this is a folder"),
      (large, "the file is larger than 16 MB"),
    ] {
      let run = await Shell()("inspect", path)
      #expect(run.status == .wrongScript)
      #expect(run.errors == "flow: \(path): \(message)\n")
    }
  }

  @Test("JSON that isn't a response is reported as such", arguments: ["null", "[]", "1", "{}"])
  func noResponse(text: String) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("inspect", try folder.write("odd.json", text))
    #expect(run.output.contains("not understood") || run.output.contains("kind: "), "\(run.all)")
  }

  @Test("Every captured answer is readable, in each output format", .enabled(if: Samples.areThere))
  func samples() async throws {
    for options in [[], ["--summary"], ["--json"]] {
      let run = await Shell()(["inspect"] + options + Samples.files)
      #expect(run.status == .success, "\(run.errors.prefix(2000))")
      #expect(run.errors.isEmpty)
      #expect(run.lines.count >= Samples.files.count)
    }
  }
}
