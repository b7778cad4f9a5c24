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
    ("\"\"", []), ("= \"x\"", []), ("", []),
  ]

  @Test(
    "the secrets that are written in a script are found, in scripts that can't be parsed too",
    arguments: table)
  func literals(script: String, secrets: [String]) {
    #expect(SourceFile(name: "s.flow", text: script).secretLiterals == secrets)
  }
}
