import FlowEngine
import Testing

/// The recipient of a mail: a full or masked address compared with the mail's.
@Suite struct MailAddressTests {
  static let same: [(String, String)] = [
    ("jane@example.com", "jane@example.com"), ("jane@example.com", "Jane@Example.COM"),
    ("JANE@example.com", "jane@example.com"), ("j***e@example.com", "jane@example.com"),
    ("j***e@example.com", "JANE@EXAMPLE.COM"), ("J***E@Example.com", "jane@example.com"),
    ("j*e@example.com", "jane@example.com"), ("j***e@example.com", "jaqueline.de@example.com"),
    ("j**e@example.com", "jo.hn+x.e@example.com"), ("t*****@okta.com", "tester@okta.com"),
    ("*a@example.com", "bba@example.com"), ("i**a@h***o.net", "ida@hello.net"),
    ("j***8@g***.com", "jane8@gmail.com"), ("a*b*c@example.com", "axbbbxc@example.com"),
    ("f****************e@example.com", "fae@example.com"),
    ("jäne@example.com", "jäne@example.com"), ("jane+tag@example.com", "jane+tag@example.com"),
  ]

  @Test(
    "Two addresses are equal regardless of case, and a mask fits many", arguments: same)
  func fits(address: String, other: String) throws {
    #expect(try #require(MailAddress(address)).fits(other))
  }

  static let others: [(String, String)] = [
    ("jane@example.com", "bob@example.com"), ("jane@example.com", "notjane@example.com"),
    ("jane@example.com", "jane@example.com.evil"), ("jane@example.com", "jane@evil.example.com"),
    ("jane@example.com", "jane@example.co"), ("jane@example.com", "janet@example.com"),
    ("jane@example.com", "jane+x@example.com"), ("jane@example.com", "jan@example.com"),
    ("jane@example.com", "jane@example.com, bob@example.com"),
    ("jane@example.com", "jane@example.com@evil.example"),
    ("jane@example.com", "\"jane@example.com\" <bob@evil.example>"),
    ("jane@example.com", "\"jane\"@example.com"), ("jane@example.com", "jane@example.com."),
    ("jane@example.com", " jane@example.com"), ("jane@example.com", "jane@example.com\n"),
    ("jane@example.com", "jane @example.com"), ("jane@example.com", ""),
    ("jane@example.com", "@example.com"), ("jane@example.com", "jane@"),
    ("j***e@example.com", "notjane@example.com"), ("j***e@example.com", "jane@example.com.evil"),
    ("j***e@example.com", "jane@example.com@evil.example"),
    ("j***e@example.com", "je@example.com"), ("j***e@example.com", "jan@example.com"),
    ("j***e@example.com", "janes@example.com"), ("j***e@example.com", "j***e@example.com"),
    ("j***e@example.com", "jane@exbmple.com"), ("t***@okta.com", "t@okta.com"),
    ("t***@okta.com", "t@evil@okta.com"), ("i**a@h***o.net", "ida@hello.net.evil"),
    ("i**a@h***o.net", "ida@ho.net"), ("j***e@example.com", "j e@example.com"),
    ("jane@example.com", "jαne@example.com"), ("jäne@example.com", "jane@example.com"),
  ]

  @Test("A different or merely similar address belongs to someone else", arguments: others)
  func parts(address: String, other: String) throws {
    #expect(try !#require(MailAddress(address)).fits(other))
  }

  @Test(
    "An invalid address is rejected",
    arguments: [
      "", "*****", "jane", "jane@", "@example.com", "a@b@c", "jane@.com", "jane@com.", "a b@c.d",
      "<a@b.c>", "a@b,c@d", "\"a\"@b.c", "a@b\u{0}", "a@[1.2.3.4]",
      "a@" + String(repeating: "b", count: 400),
    ])
  func none(text: String) { #expect(MailAddress(text) == nil) }

  @Test("A mask of many stars is compared quickly")
  func stars() throws {
    let mask = try #require(MailAddress(String(repeating: "*a", count: 100) + "@b.c"))
    #expect(!mask.fits(String(repeating: "a", count: 290) + "x@b.c"))
    #expect(mask.isMasked)
    #expect("\(mask)".hasPrefix("*a*a"))
  }
}
