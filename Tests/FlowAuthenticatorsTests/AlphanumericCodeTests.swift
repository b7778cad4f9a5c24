import FlowAuthenticators
import FlowEngine
import TestSupport
import Testing

/// Codes of letters and digits, in mails that are full of words of the same length.
@Suite struct AlphanumericCodeTests {
  private static let form = CodeForm(.alphanumeric, 10...10)

  /// A mail as an org sends it, around its code.
  private static func text(_ code: String) -> String {
    """
    Hi Jane,

    A sign-in to your Enterprise Dashboard at acme.okta.com was requested by your Department from a
    Windows10x computer (Chrome/126.0.0.0, Request ID: 4f9a8b7c6d5e).

    Enter this verification code to finish the activation:

    \(code)

    The code expires in 10 minutes. Questions? Call 8005551234 or visit
    https://acme.okta.com/help/login?fromURI=Ab12Cd34Ef#Validation. This message was automatically
    generated; please do not respond. Unexpected? See University.Wide/Protection guidelines.
    Department of Technology, 2026
    """
  }

  private static func page(_ code: String) -> String {
    """
    <html><head><title>Activation</title><style>.code1234ab { color: #A1B2C3; }</style></head>
    <body class="Background"><table><tr><td><img alt="Acme Enterprise" src="https://cdn.example/Ab12Cd34Ef.png"></td></tr>
    <tr><td><h1>Department</h1><p>Hi Jane,</p><p>You requested a sign-in code. Enter it to
    <b>Continue</b> your <i>successful</i> registration:</p>
    <div style="font-size:24px"><strong>\(code)</strong></div>
    <p>If you have not requested a code, ignore this Completely.</p>
    <p><a href="https://acme.okta.com/Validation/A1b2C3d4E5">Contact us</a></p>
    <p>Technology Department &bull; Enterprises &bull; Everywhere</p></td></tr></table></body></html>
    """
  }

  static let codes = [
    "A1B2C3D4E5", "a1b2c3d4e5", "K7QZ93XW4T", "9XkQ2mPzR7", "QWXZKJHGFD", "aZbYcXdWeV",
    "1234567ABC",
    "ABCDEFGHI1", "KOTELIRABU", "koteliraba", "0000000001",
  ]

  @Test("The code in a realistic mail, as text and as HTML", arguments: codes)
  func found(code: String) {
    let text = MailMessage(subject: "Acme Verification", bodies: [.init(Self.text(code))])
    #expect(text.findings(like: Self.form).code?.reveal() == code)
    let page = MailMessage(
      subject: "Your One-time code", bodies: [.init(Self.page(code), isHTML: true)])
    #expect(page.findings(like: Self.form).code?.reveal() == code)
    let both = MailMessage(bodies: [.init(Self.text(code)), .init(Self.page(code), isHTML: true)])
    #expect(both.findings(like: Self.form).code?.reveal() == code)
  }

  @Test(
    "A mail without a code yields none", arguments: ["", "soon", "123456", "A1B2C3D4E5F"])
  func words(instead: String) {
    let text = MailMessage(subject: "Acme Verification", bodies: [.init(Self.text(instead))])
    #expect(text.findings(like: Self.form).code == nil)
    let page = MailMessage(
      subject: "Your code: Enterprise", bodies: [.init(Self.page(instead), isHTML: true)])
    #expect(page.findings(like: Self.form).code == nil)
  }

  static let texts: [Coded] = [
    Coded("Your code is A1B2C3D4E5.", "A1B2C3D4E5"), Coded("A1B2C3D4E5 is your code", "A1B2C3D4E5"),
    Coded("您的验证码是A1B2C3D4E5，请勿告诉他人。", "A1B2C3D4E5"),
    Coded("Su código de verificación: A1B2C3D4E5", "A1B2C3D4E5"),
    Coded("verificación de código", nil), Coded("Your code is confidently kept", nil),
    Coded("Code: Validation of the account", nil), Coded("code activation", nil),
    Coded("code A1B2C3D4E5F6", nil), Coded("code A1B2C3D4E5.example", nil),
    Coded("code x-A1B2C3D4E5, A1B2C3D4E5-x, A1B2C3D4E5@x.y, /A1B2C3D4E5, =A1B2C3D4E5", nil),
    Coded("see https://a.example/?x=1&otp=Ab12Cd34Ef", "Ab12Cd34Ef"),
    Coded("see https://a.example/?otp=Ab12Cd34E", nil), Coded("code 1234567890", nil),
    Coded("code 123456", nil), Coded("A1B2C3D4E5 without such a word near", nil),
    Coded("Bestätigungscode lautet ABCDE12345", "ABCDE12345"),
  ]

  @Test("The code in a text", arguments: texts)
  func inText(text: Coded) {
    let found = MailMessage(bodies: [.init(text.text)]).findings(like: Self.form)
    #expect(found.code?.reveal() == text.code)
  }

  @Test(
    "Nearly all of a thousand random codes are found, and never anything else", arguments: 0..<4)
  func random(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let letters = Array(
      seed % 2 == 0
        ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    var found = 0
    for _ in 0..<250 {
      let code = String((0..<10).map { _ in letters.randomElement(using: &generator) ?? "A" })
      let text = seed < 2 ? Self.text(code) : "Your Acme sign-in code is \(code). Reply STOP."
      let taken = MailMessage(bodies: [.init(text)]).findings(like: Self.form).code?.reveal()
      #expect(taken == nil || taken == code)
      if taken == code { found += 1 }
    }
    #expect(found >= (seed < 2 ? 248 : 235), "\(found)")
  }

  @Test("Codes of other lengths, and of digits only")
  func lengths() {
    let message = MailMessage(bodies: [.init("Code 12345 or code 1234567890")])
    #expect(
      message.findings(like: CodeForm(.digits, 10...10)).code?.reveal() == "1234567890")
    #expect(message.findings(like: CodeForm(.digits, 5...5)).code?.reveal() == "12345")
    #expect(
      MailMessage(bodies: [.init("Your code: G7Q2")]).findings(
        like: CodeForm(.alphanumeric, 4...6)
      ).code?.reveal() == "G7Q2")
  }
}
