import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowScript
import FlowSyntax
import FlowHTTP
import Testing

@testable import FlowLanguageServer

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The language server's actions, and its information about values and rules.
@Suite("Editor actions")
struct EditorActionTests {
  /// The actions of a kind at a location of a script.
  private static func actions(
    _ kind: String, at offset: Int, of text: String, _ client: inout EditorClient
  ) -> [JSON] {
    let place = LanguageServer.json(TextLines(Array(text.utf8), .utf16).position(offset))
    let answer = client.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(EditorClient.uri)],
        "context": ["diagnostics": [], "only": [.string(kind)]],
        "range": ["start": place, "end": place],
      ])
    return answer["result"]?.array ?? []
  }

  private static func apply(_ action: JSON, to text: String) -> String {
    text.edited(by: action["edit"]?["changes"]?[EditorClient.uri]?.array ?? [])
  }

  @Test(
    "An action moves a secret out of the script",
    arguments: [
      (
        "profile jane-doe {\n  password = |\"hunter2-secret\"\n}\n",
        "profile jane-doe {\n  password = secret JANE_DOE_PASSWORD\n}\n"
      ),
      (
        "on challenge password answer credentials.passcode = |\"hunter2-secret\"\n",
        "on challenge password answer credentials.passcode = secret PASSCODE\n"
      ),
      (
        "on challenge answer code = totp |\"JBSWY3DPEHPK3PXP\"\n",
        "on challenge answer code = totp secret TOTP\n"
      ),
    ])
  func secret(marked: String, mended: String) {
    let script = MarkedScript(marked)
    var client = EditorClient(opening: script.text)
    #expect(client.ids().contains("secret-literal"))
    let actions = Self.actions("quickfix", at: script.mark + 1, of: script.text, &client)
    #expect(actions.count == 1)
    let text = actions.first.map { Self.apply($0, to: script.text) } ?? ""
    #expect(text == mended)
    client.change([["text": .string(text)]])
    #expect(client.ids().isEmpty)
  }

  @Test("A flow is offered rules for the possible next steps that it doesn't answer")
  func missingRules() {
    let script = MarkedScript(
      """
      profile base { on challenge password answer passcode = secret P }
      flow "a" {
        use base
        on identify answer identifier = "x" # who
      |  expect success
      }

      """)
    var client = EditorClient(opening: script.text)
    let actions = Self.actions("refactor", at: script.mark, of: script.text, &client)
    let titles = actions.compactMap { $0["title"]?.string }
    #expect(titles.contains("Add a rule for `select-authenticator-authenticate`"))
    #expect(titles.allSatisfy { !$0.contains("identify") && !$0.contains("challenge") })
    #expect(titles.count <= 6)
    for action in actions {
      let text = Self.apply(action, to: script.text)
      #expect(text.contains("# who\n  on ") && text.contains("\n  expect success"))
      client.change([["text": .string(text)]])
      #expect(client.ids().isEmpty, "\(text)")
      client.change([["text": .string(script.text)]])
    }
    for text in ["on any stop\n", "on identify submit\notherwise prompt\n", "on identify {"] {
      var client = EditorClient(opening: text)
      #expect(Self.actions("refactor", at: 1, of: text, &client).isEmpty, "\(text)")
    }
  }

  @Test("The rule offered for a step has no mistake, for each engine")
  func examples() {
    for words in EngineCatalog.standard.engines {
      let steps = words.engine == EngineCatalog.usual ? [] : words.steps
      for step in steps.map(\.name) + ["identify"] where !step.isEmpty {
        let offered = EngineCatalog.standard.unansweredSteps(of: words.engine) { $0 != step }
        guard let found = offered.first(where: { $0.name == step }) else { continue }
        let client = EditorClient(opening: "engine \(words.engine)\n\(found.example)\n")
        if !client.ids().isEmpty { Issue.record("\(words.engine) \(step): \(client.ids())") }
      }
    }
  }

  @Test("A lens runs each flow by its name, but not in a file with errors")
  func lenses() {
    let document: JSON = ["textDocument": ["uri": .string(EditorClient.uri)]]
    func lenses(_ text: String) -> [JSON] {
      var client = EditorClient(opening: text)
      return client.ask("textDocument/codeLens", document)["result"]?.array ?? []
    }
    let two = lenses("flow \"a\" { on any stop }\nflow \"b\" for x in 1, 2 { on any stop }\n")
    #expect(two.map { $0["command"]?["arguments"]?.array?.last } == ["a", "b"])
    #expect(two.map { $0["range"]?["start"]?["line"] } == [0, 1])
    #expect(two.allSatisfy { $0["command"]?["command"] == "flow.run" })
    let loose = lenses("on any stop\n")
    #expect(loose.map { $0["command"]?["arguments"]?.array?.first } == [.string(EditorClient.uri)])
    #expect(lenses("flow \"a\" { expect succes }\n").isEmpty)
    #expect(lenses("profile a { choose email }\n").isEmpty)
  }

  @Test("Formatting some lines and formatting the whole give the same lines")
  func rangeFormatting() {
    func edits(_ text: String, _ first: Int, _ last: Int) -> JSON {
      var client = EditorClient(opening: text)
      return client.ask(
        "textDocument/rangeFormatting",
        [
          "textDocument": ["uri": .string(EditorClient.uri)], "options": [:],
          "range": [
            "start": ["line": .integer(first), "character": 0],
            "end": ["line": .integer(last), "character": 1],
          ],
        ])["result"] ?? .null
    }
    let text = "on identify   submit\n\nexpect   success\n\non   any   stop"
    #expect(
      text.edited(by: edits(text, 2, 2).array ?? [])
        == "on identify   submit\n\nexpect success\n\non   any   stop")
    #expect(
      text.edited(by: edits(text, 4, 4).array ?? [])
        == "on identify   submit\n\nexpect   success\n\non any stop\n")
    #expect(edits("on identify {", 0, 0) == .null)
    for name in Project.examples.prefix(6) {
      guard let text = Project.text("Examples/" + name) else { continue }
      let loose = text.split(separator: "  ").joined(separator: " ") + "\n\n\n"
      let whole = loose.edited(by: edits(loose, 0, 100_000).array ?? [])
      if whole != SourceFile(name: name, text: loose).formatted() { Issue.record("\(name)") }
    }
  }

  @Test(
    "Hover shows the result of a value, and no secret",
    arguments: [
      ("let si|te = \"https://a.example\"\non identify answer identifier = site", "https://a"),
      ("let wa|it = 3\non any when attempt > wait stop", "`3`"),
      ("let ma|il = inbox email\non challenge answer code = mail", "`inbox email`, the code"),
      ("let p|w = secret P\non challenge answer passcode = pw", "`secret P`, which is never"),
      ("let a|b = \"hunter2-x\"\non challenge answer passcode = ab", "may be a secret"),
      ("let a|b = \"hunter2-x\"\nlet c = ab\non challenge answer passcode = c", "may be a sec"),
      ("let a|b = \"hunter2-x\"\non challenge answer code = totp ab", "may be a secret"),
      ("let my-pass|word = \"hunter2-x\"\non identify submit", "may be a secret"),
      ("let no|te = \"\"\"\n  `a`\n  b\n  \"\"\"\non any say note", "``"),
      ("let a = \"x\"\nlet b|c = \"\\(a)!\"\non any say \"\\(bc)\"", "a text with `a` in it"),
      ("profile j { password = \"hunter2-x\" }\nuse j\non challenge answer pass|word", "ecret"),
    ])
  func values(marked: String, told: String) {
    let script = MarkedScript(marked)
    var client = EditorClient(opening: script.text)
    let text = client.ask("hover", at: script.mark, of: script.text)["contents"]?["value"]
    #expect(text?.string?.contains(told) == true, "\(text ?? .null)")
    #expect(text?.string?.contains("hunter2") != true, "\(text ?? .null)")
  }

  @Test("Hover lists the rules that answer a step, including profiles', or says that none does")
  func rules() {
    let script = MarkedScript(
      """
      profile base { on challenge password when message answer passcode = "hunter2-x" }
      flow "a" {
        use base
        on identify or challenge email once stop
        on any when steps > 9 stop
        expect path iden|tify, chal|lenge
      }
      flow "b" {
        on identify submit
        expect path enroll-profi|le
      }

      """)
    var client = EditorClient(opening: script.text)
    func hover(_ mark: Int) -> String {
      client.ask("hover", at: script.marks[mark], of: script.text)["contents"]?["value"]?.string
        ?? ""
    }
    #expect(
      hover(0).contains(
        """
        - line 4: `on identify or challenge email once`
        - line 5: `on any when steps > 9`
        """))
    #expect(hover(1).contains("- line 1: `on challenge password when message`"))
    #expect(!hover(1).contains("hunter2"))
    #expect(hover(2).contains("No rule here answers `enroll-profile`"))
  }

  @Test(
    "Completion in orgs and claims offers the words of their schema",
    arguments: [
      ("org a {\n  |\n}", ["user", "sign-on", "authenticators"], ["flow", "on"]),
      ("org a {\n  us|\n}", ["user"], ["identify"]),
      ("org a { authenticators password, | }", ["email", "phone"], ["user"]),
      ("org a { authenticators phone via | }", ["sms", "voice"], ["email"]),
      ("org a {\n  user \"x\" {\n    |\n  }\n}", ["password", "status"], ["sign-on"]),
      ("org a { user \"x\" { status | } }", ["locked"], ["user"]),
      ("org a { unknown-users | }", ["hidden", "shown"], ["user"]),
      ("org a { sign-on { require | } }", ["any"], ["require"]),
      ("org a at \"https://a.okta.com\" {\n  |\n}", ["client-id", "scopes"], ["user"]),
      ("org a for nextauth {\n  |\n}", ["server"], ["sign-on"]),
      ("org a for mobile-idp {\n  |\n}", ["app"], ["sign-on"]),
      ("claim \"x\" {\n  |\n}", ["always", "never", "possible", "for"], ["on"]),
      ("claim \"x\" {\n  always |\n}", ["success", "finished", "used"], ["path", "stopped"]),
      ("claim \"x\" {\n  always success and |\n}", ["not", "used"], ["identify", "path"]),
      ("claim \"x\" {\n  for |\n}", ["user"], ["on"]),
    ] as [(String, [String], [String])])
  func orgs(marked: String, offered: [String], others: [String]) {
    let script = MarkedScript(marked)
    var client = EditorClient(opening: script.text)
    let items = client.ask("completion", at: script.mark, of: script.text)
    let words = Set(items.array?.compactMap { $0["label"]?.string } ?? [])
    #expect(words.isSuperset(of: offered), "\(words)")
    #expect(words.isDisjoint(with: others), "\(words)")
  }

  @Test("A pipe or a device that an import or a folder names doesn't block")
  func pipes() throws {
    let folder = try TemporaryFolder()
    let text = "import \"pipe.flow\"\nimport \"zero.flow\"\nlet mail = inbox email\non any stop\n"
    let path = try folder.write("a.flow", text)
    try #require(unsafe mkfifo(folder.path + "/pipe.flow", 0o600) == 0)
    try #require(unsafe symlink("/dev/zero", folder.path + "/zero.flow") == 0)
    var client = EditorClient(folder: folder.path)
    let uri = DocumentURI.uri(path)
    client.open(text, as: uri)
    #expect(client.ids(of: uri) == ["import-not-readable", "import-not-readable"])
    let first = client.problems(of: uri).first?["message"]?.string
    #expect(first?.contains("it is a pipe or a device") == true)
    let uses = client.ask("references", at: text.utf8.count - 30, of: text, uri: uri)
    #expect(uses.array?.isEmpty == false)
  }
}
