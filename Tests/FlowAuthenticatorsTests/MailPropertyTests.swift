import FlowAuthenticators
import FlowEngine
import TestSupport
import Testing

/// Any input is parsed, and nothing traps.
@Suite struct MailPropertyTests {
  private static let mails = [
    """
    Subject: =?utf-8?Q?Code=3A_?= =?iso-8859-1?b?4Q==?=
    To: "a \\" b" <jane@example.com>, (c) x@y
    MIME-Version: 1.0
    Content-Type: multipart/alternative; boundary="b \\" c"

    --b " c
    Content-Type: text/plain; charset=iso-8859-1
    Content-Transfer-Encoding: quoted-printable

    Your code is 123=
    456 =E4 =X
    --b " c
    Content-Type: text/html
    Content-Transfer-Encoding: base64

    PHA+Y29kZSAxMjM0NTY8L3A+
    --b " c--
    """,
    """
    From: a@b

    <html><head><style>a{}</style><title>t</title></head><body><!-- c --><p class='x>y'>Your code
    is&nbsp;&#49;23456 &amp; <a href="https://a.example/verify?otp=654321&amp;x=1">here</a><br/>
    """,
    "Your code is 123456, see https://a.example/?otp=1234.",
  ]

  private static let tokens = [
    "=?", "?=", "?Q?", "=", "\n", "\r\n", "\n\n", "--", "--b \" c", "<", "</", "<!--", "-->",
    "<a href=",
    "&", "&#", "&#x110000;", "&#xD800;", ";", "\"", "'", "@", "code", "123456", "http://", "?otp=",
    "Content-Type: multipart/mixed; boundary=", "\u{0}", "\u{FF}", "验证码",
  ]

  @Test("A changed mail is parsed without a trap, as a mail and as a page", arguments: 0..<40)
  func mutants(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      var bytes = Array(Self.mails[Int.random(in: 0..<Self.mails.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...8, using: &random) { change(&bytes, &random) }
      let message = MailMessage(bytes)
      #expect(message.bodies.count <= 8)
      let text = String(decoding: bytes, as: UTF8.self)
      let page = MailMessage(bodies: [.init(text, isHTML: true), .init(text)])
      for findings in [message.findings(), page.findings()] {
        guard let code = findings.code?.reveal() else { continue }
        #expect((4...8).contains(code.utf8.count))
        #expect(code.utf8.allSatisfy { (48...57).contains($0) })
      }
    }
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = Int.random(in: start...min(bytes.count, start + 40), using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
    case 3: bytes = Array(bytes[..<start])
    default:
      let token = Self.tokens[Int.random(in: 0..<Self.tokens.count, using: &random)]
      bytes.insert(contentsOf: token.utf8, at: start)
    }
  }

  @Test(
    "Long texts that are hard to parse take only a moment",
    arguments: [
      "code 1234 ", "<a href='", "<style>", "&#", "https://", "=?utf-8?Q?", "--b\n", "1 ",
    ])
  func long(piece: String) {
    let text = String(repeating: piece, count: (64 << 10) / piece.utf8.count)
    let start = ContinuousClock.now
    _ = MailMessage(bodies: [.init(text, isHTML: true), .init(text)]).findings()
    _ = MailMessage(
      Array(("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + text).utf8)
    )
    .findings()
    _ = MailMessage(Array(("Subject: " + text).utf8))
    // A quadratic reader takes minutes.
    #expect(ContinuousClock.now - start < .seconds(60))
  }
}
