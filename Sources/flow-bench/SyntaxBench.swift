import FlowSyntax

/// Lexing, parsing and checking large scripts.
enum SyntaxBench {
  static func run() -> [Measurement] {
    var all: [Measurement] = []
    let five = SourceFile(name: "five.flow", bytes: script(bytes: 5_000_000))
    let megabytes = Double(five.bytes.count) / 1e6
    let lexing = medianSeconds { _ = LexProbe.count(five) }
    all.append(Measurement(name: "lex 5 MB", figure: megabytes / lexing, unit: "MB/s"))
    for size in [10_000, 100_000, 1_000_000, 5_000_000, 50_000_000] {
      let source = SourceFile(name: "s.flow", bytes: script(bytes: size))
      let seconds = medianSeconds(runs: size > 10_000_000 ? 3 : 7) { _ = Script.parse(source) }
      all.append(
        Measurement(
          name: "lex and parse \(size / 1000) KB",
          figure: Double(source.bytes.count) / 1e6 / seconds, unit: "MB/s"))
    }
    return all
  }

  /// A script as people write them, repeated to a length.
  static func script(bytes: Int) -> [UInt8] {
    var text: [UInt8] = []
    var number = 0
    while text.count < bytes {
      number += 1
      text += Array(
        """
        flow "sign in with a second factor \(number)" {
          start sign-in
          # the second factor that is offered first
          on challenge password        answer passcode = "not it"
          on challenge email           answer code = inbox email
          on challenge phone           prompt code "The code we sent by text"
          on challenge okta-verify     poll every 2s for 1m
          on identify when not message answer identifier = "jane@example.com", rememberMe = true
          on select-authenticator once choose okta-verify or email or phone via sms
          expect path identify, challenge password, select-authenticator, challenge
          expect token.scope contains "openid"
        }

        """.utf8)
    }
    return text
  }
}
