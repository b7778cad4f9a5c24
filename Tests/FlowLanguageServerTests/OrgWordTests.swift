import CommandSupport
import FlowHTTP
import Testing

@testable import FlowLanguageServer

/// Completion and hover in the settings of an org.
@Suite("Editor features in orgs")
struct OrgWordTests {
  /// An org with a line of a sign-on rule.
  private static func org(_ line: String) -> String {
    """
    org acme {
      authenticators password, email, phone, okta-verify
      zone "office" { ip "10.0.0.0/8" }
      user "ann@acme.example" { password "Correct-Horse-1"; groups staff, "QA team"; type "temp" }
      user "bob@acme.example" { password "Correct-Horse-1"; groups staff }
      sign-on "a" { when group nobody-yet and unknown "the hour"; require password }
      sign-on "b" { \(line) }
      sign-on { require password }
    }

    """
  }

  private static func labels(_ script: MarkedScript) -> [String] {
    var client = EditorClient(opening: script.text)
    let items = client.ask("completion", at: script.mark, of: script.text)
    return items.array?.compactMap { $0["label"]?.string } ?? []
  }

  @Test(
    "After `require`, the words are offered that the grammar allows there",
    arguments: [
      (
        "require |",
        [
          "password", "okta-verify", "possession", "knowledge", "inherence", "any", "2 factors",
          "any 2", "phishing-resistant", "hardware-protected", "user-verifying",
        ], ["and", "or", "webauthn", "via", "no-such-word"]
      ),
      ("require poss|", ["possession"], ["and"]),
      ("require password |", ["and", "or", "then", "without"], ["via", "email", "with"]),
      ("require phone |", ["and", "or", "via"], ["sms", "possession"]),
      ("require phone via |", ["sms", "voice"], ["and", "password", "push"]),
      ("require phone via sms |", ["and", "or"], ["password"]),
      ("require password and |", ["email", "possession", "2 factors"], ["and", "or"]),
      ("require password and email |", ["and", "or", "without"], ["then", "email"]),
      ("require password then |", ["email", "possession"], ["then"]),
      ("require password then email |", ["then", "or"], ["and"]),
      ("require 2 |", ["factors"], ["factor", "and", "password"]),
      ("require 1 |", ["factor"], ["factors"]),
      ("require 2 factors |", ["with", "and", "or"], ["then", "factors"]),
      ("require 2 factors with |", ["phishing-resistant", "email"], ["with"]),
      ("require any |", ["1", "2", "3", "4"], ["5", "password", "and"]),
      (
        "require phishing-resistant |", ["possession", "okta-verify", "hardware-protected"],
        ["any", "2 factors", "phishing-resistant", "and"]
      ),
      ("require (password |)", ["and", "or"], ["email"]),
      ("require (|) and email", ["password", "possession"], ["and"]),
      ("require possession without |", ["email", "phone"], ["possession", "any", "2 factors"]),
      ("require possession without email |", [], ["and", "or", "without"]),
    ] as [(String, [String], [String])])
  func requirement(line: String, offered: [String], others: [String]) {
    let words = Self.labels(MarkedScript(Self.org("when group staff; \(line)")))
    for word in offered { #expect(words.contains(word), "\(word) in \(words)") }
    for word in others { #expect(!words.contains(word), "\(word) in \(words)") }
    #expect(Set(words).count == words.count)
  }

  @Test(
    "After `when`, conditions are offered with the values of the org",
    arguments: [
      (
        "when |; require password",
        ["group", "zone", "device", "risk", "platform", "type", "user", "unknown", "not"], ["and"]
      ),
      ("when not |; require password", ["group", "zone"], ["not", "staff"]),
      (
        "when group |; require password", ["staff", "\"QA team\"", "nobody-yet"],
        ["ann@acme.example", "group", "no-such-word"]
      ),
      ("when group staff, |; require password", ["\"QA team\""], ["and", "no-such-word"]),
      ("when group staff |; require password", ["and"], ["group"]),
      ("when group staff and |; require password", ["not", "zone", "device"], ["and"]),
      ("when type |; require password", ["temp"], ["staff"]),
      (
        "when user |; require password", ["\"ann@acme.example\"", "\"bob@acme.example\""],
        ["staff"]
      ),
      ("when zone |; require password", ["office"], ["staff", "no-such-word"]),
      ("when not zone of|; require password", ["office"], []),
      ("when device |; require password", ["managed"], ["low"]),
      ("when risk |; require password", ["low", "high"], ["managed"]),
      ("when platform |; require password", ["ios", "android"], ["managed"]),
      ("when unknown |; require password", ["\"the hour\""], ["staff", "no-such-word"]),
    ] as [(String, [String], [String])])
  func condition(line: String, offered: [String], others: [String]) {
    let words = Self.labels(MarkedScript(Self.org(line)))
    for word in offered { #expect(words.contains(word), "\(word) in \(words)") }
    for word in others { #expect(!words.contains(word), "\(word) in \(words)") }
  }

  @Test("A policy with fewer conditions offers only those")
  func fewer() {
    let words = Self.labels(
      MarkedScript(
        Self.org("require password")
          .replacing("sign-on {", with: "enrollment { when |; required email }\n  sign-on {")))
    #expect(words.contains("group") && words.contains("zone") && words.contains("unknown"))
    #expect(!words.contains("user") && !words.contains("device"))
    let not = Self.labels(
      MarkedScript(
        Self.org("require password")
          .replacing("sign-on {", with: "enrollment { when not |; required email }\n  sign-on {")))
    #expect(not.contains("user") && !not.contains("device"))
  }

  @Test("Zones that no block declares are offered as well")
  func zones() {
    let script = MarkedScript(
      """
      org acme {
        user "ann@acme.example" { password "Correct-Horse-1" }
        sign-on "a" { when zone "home office"; require password }
        sign-on "b" { when zone |; require password }
        sign-on { require password }
      }

      """)
    #expect(Self.labels(script) == ["\"home office\""])
  }

  @Test("Every requirement that completion makes word by word is valid")
  func valid() {
    for words in [
      ["password", "and", "possession"], ["2 factors", "with", "device-bound", "possession"],
      ["any", "2"], ["phone", "via", "sms", "or", "email"], ["password", "then", "email"],
      ["any 2"], ["possession", "without", "email"],
    ] {
      var line = "when group staff; require"
      for word in words {
        let offered = Self.labels(MarkedScript(Self.org(line + " |")))
        #expect(offered.contains(word), "\(word) after \(line): \(offered)")
        line += " " + word
      }
      let client = EditorClient(opening: Self.org(line))
      #expect(client.ids().isEmpty, "\(line): \(client.problems())")
    }
  }

  @Test(
    "Hover on a setting or on its value shows what the setting takes",
    arguments: [
      ("req|uire password", "require, a setting of `sign-on`"),
      ("require pass|word", "require, a setting of `sign-on`"),
      ("when not zo|ne \"office\"; require password", "when, a setting of `sign-on`"),
      ("when group sta|ff; require password", "  default  "),
      ("require password; assur|ance 2h", ""),
    ])
  func hover(line: String, text: String) {
    let script = MarkedScript(Self.org(line))
    var client = EditorClient(opening: script.text)
    let answer = client.ask("hover", at: script.mark, of: script.text)
    #expect(answer["contents"]?["value"]?.string?.contains(text) ?? text.isEmpty, "\(answer)")
  }

  @Test("Hover on an old name shows the current setting, and an action renames it")
  func oldName() {
    let script = MarkedScript(
      "org bank for nextauth {\n  server \"a\" { enrol|ment stays }\n  account \"jane\"\n}\n")
    var client = EditorClient(opening: script.text)
    #expect(client.ids() == ["old-spelling"])
    let answer = client.ask("hover", at: script.mark, of: script.text)
    let text = answer["contents"]?["value"]?.string ?? ""
    #expect(text.contains("enrollment, a setting of `server`"), "\(text)")
    let place = LanguageServer.json(
      TextLines(Array(script.text.utf8), .utf16).position(script.mark))
    let actions = client.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(EditorClient.uri)], "context": ["diagnostics": []],
        "range": ["start": place, "end": place],
      ])["result"]?.array
    let edits = actions?.first?["edit"]?["changes"]?[EditorClient.uri]?.array ?? []
    #expect(script.text.edited(by: edits).contains("{ enrollment stays }"))
  }
}
