import FlowAuthenticators
import FlowEngine
import Testing

/// A text, and the code in it.
struct Coded: Sendable, CustomTestStringConvertible {
  var text: String
  var code: String?
  var testDescription: String { text }

  init(_ text: String, _ code: String?) {
    self.text = text
    self.code = code
  }
}

/// The code and the link that are a message's purpose.
@Suite struct PasscodeTests {
  static let texts: [Coded] = [
    Coded("Your code is 123456", "123456"),
    Coded("123456 is your Acme verification code.", "123456"),
    Coded("Acme: Ihr Bestätigungscode lautet 4711.", "4711"),
    Coded("Tu código: 98765432", "98765432"),
    Coded("您的验证码是123456，请勿告诉他人。", "123456"),
    Coded(
      "Order 555123 is on its way.\nEnter this code: 246810\n© 2026 Acme, 94107 City", "246810"),
    Coded("Hi Jane,\n\n  736025\n\nAcme Inc., 2000 Main Street\n", "736025"),
    Coded("Call +1 555 123 4567, code 0042", "0042"),
    Coded("One-time passcode (valid 10 minutes): 19283746", "19283746"),
    Coded("Your PIN: 2024", "2024"),
    Coded("*123456* is the code", "123456"),
    Coded("code:\t112233", "112233"),
    Coded("No digits here, code or not", nil),
    Coded("© 2026 Acme", nil),
    Coded("code 123 or 123456789", nil),
    Coded("code A123456, 12.3456, 2026-11-21, 12:3045, #123456, 123-456, $4000", nil),
    Coded("see https://a.example/code/123456?x=654321", nil),
    Coded("", nil),
  ]

  @Test("The code in a text", arguments: texts)
  func inText(text: Coded) {
    let findings = MailMessage(bodies: [.init(text.text)]).findings()
    #expect(findings.code?.reveal() == text.code)
  }

  static let pages: [Coded] = [
    Coded("<p>Your code is <b>123456</b></p>", "123456"),
    Coded("<P>Code<BR>&#49;2&#x33;456</P>", "123456"),
    Coded("<td>Code</td><td><span>1</span><span>23456</span></td>", "123456"),
    Coded(
      "<style>.a { width: 600000; } /* code 999999 */</style><!-- code 888888 --><div>code&nbsp;123456",
      "123456"),
    Coded("<div title='code > 777777'>pass</div>code <i>123456</i>", "123456"),
    Coded("<p>if 1 < 2, code 123456</p>", "123456"),
    Coded("<style>code 123456", nil),
    Coded("<!-- code 123456", nil),
    Coded("<a href='code 123456'", nil),
  ]

  @Test("The code in a page", arguments: pages)
  func inPage(page: Coded) {
    let findings = MailMessage(bodies: [.init(page.text, isHTML: true)]).findings()
    #expect(findings.code?.reveal() == page.code)
  }

  @Test("The code in a subject that explains the number in the text")
  func subject() {
    #expect(MailMessage(subject: "Code 123456", bodies: []).findings().code?.reveal() == "123456")
    let message = MailMessage(subject: "Your code", bodies: [.init("7777 654321 Acme\n123456\n")])
    #expect(message.findings().code?.reveal() == "123456")
  }

  @Test("If two texts have a code, the clearer code counts")
  func inTexts() {
    let message = MailMessage(bodies: [
      .init("Order 555123"), .init("<p>Your code is 123456</p>", isHTML: true),
    ])
    #expect(message.findings().code?.reveal() == "123456")
  }

  @Test("A link that contains the code takes precedence")
  func link() {
    let html = """
      <a href="https://acme.example/logo">Acme</a> Enter 111111, your code, or
      <a class=b HREF="https://acme.example/email/verify/0oa1?a=1&amp;otp=726009&amp;state=x#f">go on</a>
      <a href="mailto:help@acme.example?otp=222222">help</a>
      """
    let findings = MailMessage(bodies: [.init(html, isHTML: true)]).findings()
    #expect(findings.code?.reveal() == "726009")
    #expect(
      findings.link?.reveal()
        == "https://acme.example/email/verify/0oa1?a=1&otp=726009&state=x#f")
  }

  @Test(
    "The link in a text, without the characters after it",
    arguments: [
      ("Go to https://acme.example/verify?token=a1.", "https://acme.example/verify?token=a1"),
      ("(HTTP://127.0.0.1:8080/reset)", "HTTP://127.0.0.1:8080/reset"),
      (
        "https://acme.example/ or <https://acme.example/activate/x>",
        "https://acme.example/activate/x"
      ),
      ("https://acme.example/home", "https://acme.example/home"),
    ])
  func textLink(text: String, link: String) {
    #expect(MailMessage(bodies: [.init(text)]).findings().link?.reveal() == link)
  }

  @Test("Neither the code nor the link is shown by the types that contain them")
  func secret() {
    let findings = MailMessage(bodies: [.init("code 123456 https://a.example/verify")]).findings()
    #expect(!"\(findings)".contains("123456"))
    #expect(!"\(findings)".contains("verify"))
  }
}
