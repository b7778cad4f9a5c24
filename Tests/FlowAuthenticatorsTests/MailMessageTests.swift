import FlowAuthenticators
import Testing

/// Mails in transport form.
@Suite struct MailMessageTests {
  /// A mail in the form that mail servers forward, with CRLF.
  private func mail(_ text: String) -> MailMessage {
    MailMessage(
      Array(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: "\r\n").utf8))
  }

  @Test("A plain mail: its recipient, a subject over two lines, its text")
  func plain() {
    let message = mail(
      """
      Received: from a.example
      To: "Jane, not bob@example.com" <jane@example.com>,
       second@example.com (the other)
      Cc: third@example.com
      Subject: Your code
       is here

      Hello,

      123456
      """)
    #expect(
      message.recipients == ["jane@example.com", "second@example.com", "third@example.com"])
    #expect(message.subject == "Your code is here")
    #expect(message.bodies == [.init("Hello,\r\n\r\n123456")])
  }

  @Test(
    "Encoded words of a subject, in both encodings and several character sets",
    arguments: [
      ("=?utf-8?Q?Ihr_Code=3A_123456?=", "Ihr Code: 123456"),
      ("=?UTF-8?B?Q8OzZGlnbzog?= =?utf-8?b?MTIzNDU2?=", "Código: 123456"),
      ("=?iso-8859-1?q?Best=E4tigung?= 1", "Bestätigung 1"),
      ("a =?utf-8*de?q?b?= c", "a b c"),
      ("=?windows-1252?Q?=80?=", "€"),
      ("=?utf-8?Q?open", "=?utf-8?Q?open"),
      ("=?utf-8?X?abc?=", "=?utf-8?X?abc?="),
      ("=??", "=??"),
    ])
  func encodedWords(written: String, text: String) {
    #expect(mail("Subject: \(written)\n\nx").subject == text)
  }

  @Test("The texts of a nested multipart mail, without attachments")
  func multipart() {
    let message = mail(
      """
      From: a@example.com
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary="out er"

      a preamble
      --out er
      Content-Type: multipart/alternative;
        boundary=out

      --out
      Content-Type: text/plain; charset=iso-8859-1
      Content-Transfer-Encoding: quoted-printable

      Gr=FC=DFe, your code is 123=
      456
      --out
      Content-Type: text/html; charset="utf-8"
      Content-Transfer-Encoding: base64

      PHA+Q29k
      ZTogPGI+MTIzNDU2PC9iPjwvcD4=
      --out--
      --out er
      Content-Type: text/plain
      Content-Disposition: attachment; filename="a.txt"

      999999
      --out er
      Content-Type: image/png

      888888
      --out er
      Content-Type: message/rfc822

      Subject: forwarded

      inner
      --out er--
      an epilogue
      """)
    #expect(
      message.bodies == [
        .init("Grüße, your code is 123456"),
        .init("<p>Code: <b>123456</b></p>", isHTML: true), .init("inner"),
      ])
  }

  @Test("A truncated mail has the part that arrived")
  func truncated() {
    let message = mail(
      """
      Subject: x
      Content-Type: multipart/mixed; boundary=b

      --b

      123456
      """)
    #expect(message.bodies == [.init("123456")])
  }

  @Test("A mail from a mailbox file, and lines that aren't fields")
  func odd() {
    #expect(mail("From x Mon Jan 1\nSubject: a\n\nb").subject == "a")
    #expect(mail("Subject: a\nno field here\n\nb").bodies == [.init("no field here\r\n\r\nb")])
    #expect(mail("Subject: only a head").bodies == [.init("")])
  }

  @Test(
    "Input without a mail's header fields is a text",
    arguments: ["Your code is 123456", "Code: 123456\n", "", "G-1", "a: b\n\nc"])
  func text(text: String) {
    let message = MailMessage(Array(text.utf8))
    #expect(message == MailMessage(bodies: [.init(text)]))
    #expect(message.isFor("anyone@example.com"))
  }

  static let ownHeads = [
    "To: jane@example.com", "To: Jane Doe <jane@example.com>", "To: <Jane@Example.com>",
    "To: \"Doe, Jane\" <jane@example.com>", "to: jane@example.com (Jane)",
    "To: (bob@example.com) jane@example.com", "To: \"bob@example.com\" <jane@example.com>",
    "To: bob@example.com <jane@example.com>", "To: jane@example.com\nCc: JANE@example.com",
    "To: jane@example.com\nDelivered-To: catch-all@example.com",
    "To: jane@example.com\nBcc: archive@example.com", "Cc: jane@example.com",
    "To: =?utf-8?Q?J=C3=A4ne?= <jane@example.com>", "To: Users: jane@example.com;",
    "To: undisclosed-recipients:;\nDelivered-To: jane@example.com",
    "Delivered-To: Jane@Example.com", "X-Original-To: jane@example.com\nDelivered-To: box@host",
    "To: Jane\n <jane@example.com>", "To: \"a \\\" <bob@evil.example>\" <jane@example.com>",
  ]

  @Test(
    "A mail is for the user if it is the only recipient", arguments: ownHeads, ["jane", "j***e"])
  func forJane(head: String, name: String) {
    let message = mail(head + "\nSubject: a\n\nx")
    #expect(message.isFor("\(name)@example.com"))
    #expect(!message.isFor("bob@evil.example"))
    #expect(message.isFor(nil))
  }

  static let otherHeads = [
    "To: bob@example.com", "To: notjane@example.com", "To: jane@example.com.evil",
    "To: jane@example.com, bob@evil.example", "To: bob@evil.example, jane@example.com",
    "To: jane@example.com; bob@evil.example", "To: jane@example.com\nTo: bob@evil.example",
    "To: jane@example.com\nCc: bob@evil.example", "To: bob@evil.example\nCc: jane@example.com",
    "To: \"jane@example.com\" <bob@evil.example>", "To: jane@example.com <bob@evil.example>",
    "To: <jane@example.com> <bob@evil.example>", "To: (jane@example.com) bob@evil.example",
    "To: bob@evil.example (jane@example.com)", "To: \"jane@example.com\"@evil.example",
    "To: jane@example.com@evil.example", "To: <@evil.example:jane@example.com>",
    "To: not jane@example.com", "To: \"jane@example.com\"",
    "To: jane@example.com: bob@evil.example;",
    "To: =?utf-8?Q?jane=40example=2Ecom?= <bob@evil.example>",
    "To: \"jane@example.com <bob@evil.example>", "To: (jane@example.com <jane@example.com>",
    "To: <>", "To: bob@evil.example\nDelivered-To: jane@example.com", "X-To: jane@example.com",
    "Reply-To: jane@example.com", "From: jane@example.com", "Resent-To: jane@example.com",
    "To: \"a \\\" <jane@example.com>\" <bob@evil.example>", "To: jane%example.com@evil.example",
  ]

  @Test("A mail to other recipients isn't for the user", arguments: otherHeads, ["jane", "j***e"])
  func forOthers(head: String, name: String) {
    let message = mail(head + "\nSubject: a\n\nx")
    #expect(!message.isFor("\(name)@example.com"))
  }

  @Test("A mask that fits two addresses of a mail identifies neither")
  func ambiguous() {
    let mask = "j***e@example.com"
    #expect(!mail("To: jane@example.com, jake@example.com\n\nx").isFor(mask))
    let delivered = "Delivered-To: jane@example.com\nX-Original-To: jake@example.com\n\nx"
    #expect(!mail(delivered).isFor(mask))
  }

  @Test("Endlessly nested parts and endless fields are bounded")
  func limits() {
    var nested = "Content-Type: text/plain\n\n123456\n"
    for depth in 0..<50 {
      nested =
        "Content-Type: multipart/mixed; boundary=b\(depth)x\n\n--b\(depth)x\n\(nested)\n--b\(depth)x--\n"
    }
    #expect(MailMessage(Array(("Subject: x\n" + nested).utf8)).bodies.isEmpty)
    let many =
      "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n"
      + String(repeating: "--b\n\ntext\n", count: 5000)
    #expect(MailMessage(Array(many.utf8)).bodies.count == 8)
    let head = String(repeating: "X-A: b\n", count: 20_000)
    #expect(MailMessage(Array(("Subject: x\n" + head).utf8)).subject == "x")
    let long = "Subject: x\n\n" + String(repeating: "a", count: 2 << 20)
    #expect(MailMessage(Array(long.utf8)).bodies.map(\.text.utf8.count) == [256 << 10])
  }
}
