import FlowDiagnostics
import CommandSupport
import FlowScript
import FlowSyntax
import FlowHTTP
import Testing

@testable import FlowLanguageServer

/// The language server's knowledge about a location.
@Suite("Editor features")
struct EditorFeatureTests {
  @Test(
    "Completion offers the possible words",
    arguments: [
      ("|", ["flow", "profile", "on"], ["identify"]),
      ("on id|", ["identify", "challenge", "any"], ["okta-verify", "choose"]),
      ("on identify |", ["answer", "email", "when"], ["identify"]),
      ("on challenge or |", ["identify"], ["okta-verify"]),
      ("on select-authenticator choose |", ["email", "okta-verify"], ["identify"]),
      ("on select-authenticator choose email or |", ["phone"], ["identify"]),
      ("on select-authenticator choose phone via |", ["sms"], ["identify", "okta-verify"]),
      ("on identify answer |", ["identifier", "rememberMe"], ["email"]),
      ("on identify answer identifier, |", ["passcode"], ["newPassword"]),
      ("let code = \"1\"\non challenge answer code = |", ["code", "inbox"], ["identify"]),
      ("on challenge when |", ["message", "not"], ["identify", "answer"]),
      ("expect |", ["success", "message"], ["identify"]),
      ("expect outcome is |", ["success", "not"], ["error", "identify"]),
      ("on skip when message.severity is not |", ["error"], ["success", "offers"]),
      ("on skip when step is |", ["identify"], ["locked", "message"]),
      ("engine nextauth\nexpect history is |", ["\"LOGGED_IN\""], ["success"]),
      ("engine |", ["idx", "nextauth", "mobile-idp"], ["identify"]),
      ("start |", ["sign-in", "register"], ["identify"]),
      ("start sign-in with |", ["zone", "device"], ["sign-in"]),
      ("start sign-in with device = |", ["managed"], ["zone"]),
      ("profile jane { choose email }\nflow \"a\" {\n  use |\n}", ["jane"], ["identify"]),
      ("org acme { }\nflow \"a\" {\n  against |\n}", ["acme"], ["identify"]),
      ("profile jane {\n  |\n}", ["choose", "identifier"], ["flow", "against"]),
      ("engine nextauth\nstart |", [], ["register"]),
      ("on challenge {\n  |\n}", ["answer", "choose"], ["on"]),
      ("on challenge answer code = inbox |", ["email", "sms"], ["identify"]),
      ("otherwise |", ["prompt", "skip"], ["answer"]),
      ("claim \"a\" {\n  always |\n}", ["kinds", "remembered"], ["amr", "message", "offers"]),
      ("claim \"a\" {\n  never kinds < 2 and |\n}", ["recovered", "not"], ["amr", "path"]),
      ("claim \"a\" {\n  possible not (|\n}", ["zone"], ["amr", "sent"]),
      ("claim \"a\" {\n  never used |\n}", ["phone"], ["kinds", "identify"]),
      ("# on |", [], ["identify"]),
      (
        "let own = \"a\"\non any fail \"at \\(|\"", ["own", "message.text", "step"],
        ["identify", "secret"]
      ),
      ("on any fail \"at \\(mess|)\"", ["message.text"], ["identify"]),
      ("on any fail \"at \\(step) |\"", [], ["message.text"]),
      ("on any fail \"at \\\\(|\"", [], ["message.text"]),
      ("on identify answer identifier = \"on |\"", [], ["identify", "email"]),
    ] as [(String, [String], [String])])
  func completion(marked: String, offered: [String], others: [String]) {
    let script = MarkedScript(marked)
    var client = EditorClient(opening: script.text)
    let items = client.ask("completion", at: script.mark, of: script.text)
    let words = items.array?.compactMap { $0["label"]?.string } ?? []
    for word in offered { #expect(words.contains(word), "\(word) in \(words)") }
    for word in others { #expect(!words.contains(word), "\(word)") }
    #expect(Set(words).count == words.count)
  }

  @Test("A completion replaces the typed text")
  func replacement() {
    let script = MarkedScript("on select-au|")
    var client = EditorClient(opening: script.text)
    let items = client.ask("completion", at: script.mark, of: script.text).array ?? []
    let item = items.first { $0["label"] == "select-authenticator-authenticate" }
    let edit = item?["textEdit"] ?? .null
    #expect(script.text.edited(by: [edit]) == "on select-authenticator-authenticate")
  }

  @Test(
    "A setting is offered with its documentation, and a value without it",
    arguments: [
      ("org o {\n  loc|\n}", "lockout", "lockout, a setting of the org: When wrong"),
      ("org o {\n  user \"a\" { pho| }\n}", "phone", "phone, a setting of `user`: An enrolled"),
      ("org o for nextauth {\n  |\n}", "device", "device, a setting of the org: The device"),
      ("org o for mobile-idp {\n  app a { | }\n}", "role", "role, a setting of `app`: Whether it"),
      ("org o {\n  authenticators pass|\n}", "password", nil),
    ] as [(String, String, String?)])
  func setting(marked: String, word: String, documentation: String?) throws {
    let script = MarkedScript(marked)
    var client = EditorClient(opening: script.text)
    let items = client.ask("completion", at: script.mark, of: script.text).array ?? []
    let item = try #require(items.first { $0["label"]?.string == word })
    let text = item["documentation"]?["value"]?.string
    #expect(text.map { $0.contains(documentation ?? "") } == documentation.map { _ in true })
    #expect((item["detail"] != nil) == (documentation != nil))
  }

  @Test(
    "Hover shows a word's meaning",
    arguments: [
      ("on iden|tify answer identifier = \"x\"", "identify, a step: Identify the user"),
      ("on challenge e|mail answer code = \"1\"", "email, authenticator"),
      ("let co|de = inbox email\non challenge answer code", "`code`, a value: `inbox email`"),
      ("engine i|dx\non identify prompt identifier", "`idx`, an engine"),
      ("on challenge answer co|de = \"1\"", "`challenge-authenticator`: credentials.passcode"),
      ("on identifi| prompt identifier", "**unknown-step**"),
      ("start sign-in with ris|k = low\non identify prompt identifier", "risk, parameter"),
      ("claim \"a\" {\n  always held-kin|ds >= 2\n}", "`held-kinds`, a fact of a route: The"),
      ("claim \"a\" {\n  never rul|e is \"staff\"\n}", "`rule`, a fact of a route"),
      (
        "org o {\n  codes { att|empts 3 }\n}", "attempts, a setting of `codes`: The number of wrong"
      ),
      ("org o {\n  lock|out { after 3 attempts }\n}", "lockout, a setting of the org: When wrong"),
      ("org o {\n  codes { att|empts 3 }\n}", "  default  5\n  example  attempts 3\n"),
      ("org o for nextauth {\n  device { pi|n \"1\" }\n}", "pin, a setting of `device`: The PIN"),
      ("org o for mobile-idp {\n  lifetimes { co|de 1m }\n}", "code, a setting of `lifetimes`"),
    ])
  func hover(marked: String, told: String) {
    let script = MarkedScript(marked)
    var client = EditorClient(opening: script.text)
    let answer = client.ask("hover", at: script.mark, of: script.text)
    let text = answer["contents"]?["value"]?.string ?? ""
    #expect(text.contains(told), "\(text)")
  }

  @Test("A rename changes every use, keeps bare fields and introduces no mistake")
  func rename() {
    let script = MarkedScript(
      """
      profile base { let co|de = "1" }
      flow "a" for factor in email, phone {
        use base
        on select-authenticator choose factor
        on challenge factor answer code, passcode = code
        on any when message say "It was \\(code)"
      }

      """)
    var client = EditorClient(opening: script.text)
    let before = client.ids()
    let answer = client.ask("rename", at: script.mark, of: script.text, ["newName": "mail"])
    let edits = answer["changes"]?[EditorClient.uri]?.array ?? []
    let renamed = script.text.edited(by: edits)
    #expect(renamed.contains("let mail ="))
    #expect(renamed.contains("answer code = mail, passcode = mail"))
    #expect(renamed.contains("\\(mail)"))
    client.change([["text": .string(renamed)]])
    #expect(client.ids() == before)
    let factor = renamed.utf8.count - (renamed.split(separator: "for ")[1].utf8.count)
    let rows = client.ask("rename", at: factor, of: renamed, ["newName": "kind"])
    #expect(rows["changes"]?[EditorClient.uri]?.array?.count == 3)
  }

  @Test(
    "A rename that would change the meaning is refused",
    arguments: ["other", "code x", "", "env", "7", "\"x\"", "email"])
  func refused(name: String) {
    let script = MarkedScript(
      """
      let cod|e = "1"
      let other = "2"
      on select-authenticator choose email
      on challenge answer passcode = code

      """)
    var client = EditorClient(opening: script.text)
    let answer = client.ask(
      "textDocument/rename",
      [
        "textDocument": ["uri": .string(EditorClient.uri)],
        "position": ["line": 0, "character": 4], "newName": .string(name),
      ])
    #expect(answer["error"] != nil, "\(answer)")
  }

  @Test("Names are found and renamed in scripts that import them, open or not")
  func imports() throws {
    let folder = try TemporaryFolder()
    let use = "import \"profiles/jane.flow\"\nuse jane\non identify answer identifier\n"
    let profile = "profile jane {\n  identifier = \"jane\"\n}\n"
    let first = DocumentURI.uri(try folder.write("first.flow", use))
    let second = DocumentURI.uri(try folder.write("second.flow", use))
    _ = try folder.write("third.flow", "profile jane { identifier = \"x\" }\n")
    let path = DocumentURI.uri(try folder.write("profiles/jane.flow", profile))
    var client = EditorClient(folder: folder.path)
    client.open(use, as: first)
    let offset = (use.split(separator: "jane\non")[0]).utf8.count
    let definition = client.ask("definition", at: offset, of: use, uri: first)
    #expect(definition["uri"] == .string(path))
    #expect(definition["range"]?["start"] == ["line": 0, "character": 8])
    let found = client.ask("references", at: offset, of: use, uri: first)
    #expect(Set(found.array?.compactMap { $0["uri"]?.string } ?? []) == [first, path, second])
    let renamed = client.ask("rename", at: offset, of: use, uri: first, ["newName": "joe"])
    let changes = renamed["changes"]?.object?.members ?? []
    #expect(Set(changes.map(\.name)) == [first, path, second])
    for change in changes {
      let text = change.name == path ? profile : use
      let edited = text.edited(by: change.value.array ?? [])
      #expect(edited == text.split(separator: " jane").joined(separator: " joe"))
    }
    let inPath = client.ask("definition", at: 10, of: use, uri: first)
    #expect(inPath["uri"] == .string(path))
  }

  @Test("An action fixes a misspelled word")
  func action() {
    let text = "on identfy prompt identifier\nexpect succes\n"
    var client = EditorClient(opening: text)
    let answer = client.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(EditorClient.uri)], "context": ["diagnostics": []],
        "range": [
          "start": ["line": 0, "character": 0], "end": ["line": 2, "character": 0],
        ],
      ])
    let actions = (answer["result"]?.array ?? []).filter { $0["isPreferred"] == true }
    let edits = actions.flatMap { $0["edit"]?["changes"]?[EditorClient.uri]?.array ?? [] }
    #expect(text.edited(by: edits) == "on identify prompt identifier\nexpect success\n")
  }

  @Test("Formatting matches `flow fmt`, and leaves a script with mistakes unchanged")
  func formatting() {
    let options: JSON = ["textDocument": ["uri": .string(EditorClient.uri)], "options": [:]]
    for name in Project.examples {
      guard let text = Project.text("Examples/" + name) else { continue }
      let loose = text.split(separator: "  ").joined(separator: " ") + "\n\n"
      for text in [loose, text] {
        var client = EditorClient(opening: text)
        let edits = client.ask("textDocument/formatting", options)["result"]?.array
        let formatted = SourceFile(name: name, text: text).formatted()
        #expect(edits.map { text.edited(by: $0) } == formatted, "\(name)")
        if formatted == text { #expect(edits?.isEmpty == true) }
      }
    }
    var client = EditorClient(opening: "on identify {")
    #expect(client.ask("textDocument/formatting", options)["result"] == .null)
  }

  @Test("Every example has an outline and its words in order, however long the prefix")
  func prefixes() throws {
    let document: JSON = ["textDocument": ["uri": .string(EditorClient.uri)]]
    for name in Project.examples.prefix(8) {
      let bytes = Array((Project.text("Examples/" + name) ?? "").utf8)
      for count in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 12)) {
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        var client = EditorClient(opening: text)
        let symbols = client.ask("textDocument/documentSymbol", document)
        #expect(symbols["result"]?.array != nil)
        #expect(client.ask("textDocument/foldingRange", document)["result"]?.array != nil)
        let data = client.ask("textDocument/semanticTokens/full", document)["result"]?["data"]
        let numbers = try #require(data?.array).compactMap(\.integer)
        #expect(numbers.count % 5 == 0)
        var end = 0
        for index in stride(from: 0, to: numbers.count, by: 5) {
          // On one line a token begins where the one before has ended, or later.
          if numbers[index] == 0, index > 0 { #expect(numbers[index + 1] >= end) }
          #expect(numbers[index] >= 0 && numbers[index + 2] > 0)
          end = numbers[index + 2]
        }
      }
    }
  }

  @Test("An outline names flows, profiles and rules; blocks and comments fold")
  func outline() {
    let text = """
      # One
      # Two
      flow "a" {
        on identify prompt identifier
      }

      """
    var client = EditorClient(opening: text)
    let document: JSON = ["textDocument": ["uri": .string(EditorClient.uri)]]
    let symbols = client.ask("textDocument/documentSymbol", document)["result"]?.array ?? []
    #expect(symbols.map { $0["name"] } == ["a"])
    #expect(symbols.first?["children"]?.array?.map { $0["name"] } == ["on identify"])
    let folds = client.ask("textDocument/foldingRange", document)["result"]?.array ?? []
    #expect(
      folds == [
        ["startLine": 2, "endLine": 3], ["startLine": 0, "endLine": 1, "kind": "comment"],
      ])
  }
}
