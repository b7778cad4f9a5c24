import FlowDiagnostics
import Testing

@testable import FlowSyntax

@Suite struct SecretLiteralTests {
  static let table: [(script: String, secrets: [String])] = [
    ("start sign-in with activation_token = \"t-1\", login-hint = \"jane\"", ["t-1"]),
    ("start recover-password with recovery-token = \"t-2\"", ["t-2"]),
    ("org a { user \"b\" { status staged; activation-token \"t-3\" } }", ["t-3"]),
    ("org a at \"https://a.b\" { client-id \"c\"; client-secret \"t-4\" }", ["t-4"]),
    (#"profile p { password = "one"; pin = "two" }"#, ["one", "two"]),
    (#"on challenge answer passcode = "one", credentials.passcode? = "two""#, ["one", "two"]),
    (#"on challenge answer code = totp "KEY""#, ["KEY"]),
    (#"org o { user "u" { password "one"; google-otp "KEY" } }"#, ["one", "KEY"]),
    (#"org o { user "u" { okta-verify "KEY" { push deny } } }"#, ["KEY"]),
    (
      #"""
      org o { user "u" {
        custom-otp "1"; duo "2"; onprem-mfa "3"; rsa-token "4"; symantec-vip "5"; yubikey "6"
      } }
      """#, ["1", "2", "3", "4", "5", "6"]
    ),
    (
      #"org o { user "u" { pasword "one"; pinn "two"; refresh-tokn "three" } }"#,
      ["one", "two", "three"]
    ),
    (#"org o for nextauth { server "s" { ping 60s; login fails 48 } }"#, []),
    (#"org o { app "a" { secret "one" } }"#, ["one"]),
    (
      #"org o for mobile-idp { app "a" { passcode "one"; refresh-token "two" of "u" } }"#,
      ["one", "two"]
    ),
    (#"org o { user "u" { security-question "custom one" answer "two" } }"#, ["two"]),
    (#"on challenge answer passcode = "a\"b""#, [#"a\"b"#, #"a"b"#]),
    ("on challenge answer passcode = \"\"\"\n  one\n  \"\"\"", ["\n  one\n  ", "one"]),
    ("on challenge answer passcode = \"never closed\n", ["never closed"]),
    (#"on challenge password answer passcode = "one" and what can't be parsed"#, ["one"]),
    (#"on identify answer identifier = "jane@example.com""#, []),
    (#"on challenge prompt password "Your password", code "The code""#, []),
    (#"on challenge answer code = "000000""#, []),
    (#"org p at "https://user:pw9@h.example/o" {}"#, ["user:pw9", "pw9"]),
    (#"org p at "https://u:p@h" {}"#, ["//u:p@", "p"]),
    (#"org p at "https://token@h" {}"#, ["token"]),
    (#"org p at "https://user:p#w/x@h/?a" {}"#, ["user:p#w/x", "p#w/x"]),
    (#"org p at "https://user:p w@h" {}"#, ["user:p w", "p w"]),
    (#"org p at "https://user:p@w@h" {}"#, ["user:p@w", "p@w"]),
    ("org p at \"http://user:pass@h", ["user:pass", "pass"]),
    ("# as https://user:pass@h and http://b.c", ["user:pass", "pass"]),
    (#"org p at "https://h.example:8443/users/jane@example.com" {}"#, []),
    (#"org p at "https://[::1]:8/a@b" {}"#, []),
    (#"say "see https://h.example: ask jane@example.com""#, []),
    (#"org p at "user:pass@h" {}"#, ["user:pass", "pass"]),
    (#"org p "user:pass@h" {}"#, ["user:pass", "pass"]),
    (#"org p at "https:/user:pass@h" {}"#, ["user:pass", "pass"]),
    (#"org p at "https//user:pass@h" {}"#, ["user:pass", "pass"]),
    (#"org p at "https:///user:pass@h" {}"#, ["user:pass", "pass"]),
    (#"org p at "https://user:pass" {}"#, ["pass"]),
    (#"org p at "https://user:65536" {}"#, ["65536"]),
    (#"org p at "https://[::1]:pass" {}"#, ["pass"]),
    (#"org p at "https://user:pa\"ss@h" {}"#, [#"user:pa\"ss"#, #"pa\"ss"#]),
    (#"org p at "https://user:p@w/x@h" {}"#, ["user:p@w/x", "p@w/x", "user:p", "p"]),
    ("org p at \"\"\"\n  user:pass@h\n  \"\"\" {}", ["user:pass", "pass"]),
    (
      "# http:/user:pass@h, https://h.example:pass (https://h.example:8080).",
      ["user:pass", "pass", "pass"]
    ),
    (#"org p at "localhost:8080" {}"#, []), (#"org p at "acme.okta.com/a:b" {}"#, []),
    (#"org a { user "jane:x@h.example" {} }"#, []), (#"let x = "mailto:jane@h.example""#, []),
    (#"org a { passwords "Default policy" }"#, []),
    (#"org a { user "ada" { passwords "hunter2" } }"#, ["hunter2"]),
    (#"org a { passwort "hunter2" }"#, ["hunter2"]),
    ("\"\"", []), ("= \"x\"", []), ("", []),
  ]

  @Test(
    "Secrets in scripts are found, even in scripts that can't be parsed",
    arguments: table)
  func literals(script: String, secrets: [String]) {
    #expect(SourceFile(name: "s.flow", text: script).secretLiterals == secrets)
  }

  @Test(
    "The user name and the password of an address are hidden, however malformed it is",
    arguments: [
      ("https://user:pw@h.example/o", "https://*@h.example/o"), ("user:pw@h", "*@h"),
      ("https:/user:pw@h", "https:/*@h"), ("https:user:pw@h", "https:*@h"),
      ("https://user:pw", "https://user:*"), ("https://h:8443/a@b", "https://h:8443/a@b"),
      ("https://h:99999/a", "https://h:*"), ("https://u@h/a@b", "https://*@b"),
      ("[::1]:80", "[::1]:80"), ("acme", "acme"), ("", ""),
    ])
  func hidden(address: String, shown: String) {
    #expect(AddressSecrets.hidden(address, mask: "*") == shown)
  }
}
