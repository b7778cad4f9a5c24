import FlowEngine
import FlowInterpreter
import FlowHTTP
import Testing

@testable import FlowScript

@Suite struct OneTimeCodeTests {
  private static let digits = "1234567890"

  /// The key of the vectors of RFC 6238, appendix B: the digits, as long as a digest.
  private static func key(_ count: Int) -> String {
    Base32.encode(Array(String(repeating: digits, count: 7).utf8.prefix(count)))
  }

  static let vectors: [(algorithm: String, time: Int, code: String)] = [
    ("sha1", 59, "94287082"), ("sha256", 59, "46119246"), ("sha512", 59, "90693936"),
    ("sha1", 1_111_111_109, "07081804"), ("sha256", 1_111_111_109, "68084774"),
    ("sha512", 1_111_111_109, "25091201"), ("sha1", 1_234_567_890, "89005924"),
    ("sha256", 1_234_567_890, "91819424"), ("sha512", 1_234_567_890, "93441116"),
    ("sha1", 20_000_000_000, "65353130"), ("sha256", 20_000_000_000, "77737706"),
    ("sha512", 20_000_000_000, "47863826"),
  ]

  @Test("The codes match RFC 6238, with options and with an address", arguments: vectors)
  func standard(_ row: (algorithm: String, time: Int, code: String)) throws {
    let counts = ["sha1": 20, "sha256": 32, "sha512": 64]
    let key = OneTimeCodeTests.key(try #require(counts[row.algorithm]))
    let time = Duration.seconds(row.time)
    let given = TimedCodeRequest(Secret(key), algorithm: row.algorithm, digits: 8)
    #expect(OneTimeCode.totp(given, at: time)?.code.reveal() == row.code)
    let address =
      "otpauth://totp/Acme:jane%40example.com?secret=\(key)&issuer=Acme"
      + "&algorithm=\(row.algorithm.uppercased())&digits=8"
    let read = try #require(OneTimeCode.totp(TimedCodeRequest(Secret(address)), at: time))
    #expect(read.code.reveal() == row.code)
    #expect(read.key == OneTimeCode.totp(given, at: time)?.key)
    #expect(read.end == .seconds((row.time / 30 + 1) * 30))
  }

  @Test("The script's options override the address's, and a period is kept")
  func strength() throws {
    let address = Secret("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&digits=8&period=60")
    let time = Duration.seconds(1_700_000_000)
    let own = try #require(OneTimeCode.totp(TimedCodeRequest(address), at: time))
    #expect(own.code.reveal().utf8.count == 8)
    #expect(own.end == .seconds(1_700_000_040))
    let request = TimedCodeRequest(address, digits: 6, period: .seconds(30))
    let plain = TimedCodeRequest(Secret("jbsw y3dp-ehpk 3pxp"))
    #expect(OneTimeCode.totp(request, at: time) == OneTimeCode.totp(plain, at: time))
  }

  @Test(
    "An invalid shared secret is refused",
    arguments: [
      "", "not Base32!", "otpauth://totp/a", "otpauth://totp/a?issuer=b",
      "otpauth://hotp/a?secret=JBSWY3DP&counter=1", "otpauth://totp/a?secret=JBSWY3DP&digits=0",
      "otpauth://totp/a?secret=JBSWY3DP&digits=99", "otpauth://totp/a?secret=JBSWY3DP&period=0",
      "otpauth://totp/a?secret=JBSWY3DP&period=-9223372036854775808",
      "otpauth://totp/a?secret=JBSWY3DP&algorithm=MD5", "otpauth://totp",
      "otpauth://totp/a?secret=JBSWY3DP&secret=JBSWY3DP",
    ])
  func refused(_ text: String) {
    #expect(OneTimeCode.totp(TimedCodeRequest(Secret(text)), at: .seconds(59)) == nil)
  }

  @Test("A secret of any length is read, or refused quickly")
  func long() {
    let long = String(repeating: "A", count: 1 << 20)
    #expect(OneTimeCode.totp(TimedCodeRequest(Secret(long)), at: .zero) == nil)
  }
}
