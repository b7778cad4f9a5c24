import FlowHTTP
import Testing

@testable import IDXEngine

/// The time that a server asks to wait.
@Suite struct RetryAfterTests {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
  ])
  func aDateIsTheSecondsSince1970(_ text: String, _ seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "now", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nvo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
  ])
  func whatIsNoDateIsNone(_ text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test(
    arguments: [
      (["Retry-After": "5"], .seconds(5)), (["Retry-After": "0"], .seconds(1)),
      (["Retry-After": "86400"], .seconds(86_400)),
      (["Retry-After": "99999999"], .seconds(31_536_000)), (["Retry-After": "-1"], nil),
      (["Retry-After": "9223372036854775807"], .seconds(31_536_000)),
      (["Retry-After": "Thu, 01 Jan 1970 00:00:30 GMT"], .seconds(20)),
      (["x-rate-limit-reset": "25"], .seconds(15)), (["x-rate-limit-reset": "1"], .seconds(1)),
      (["x-rate-limit-reset": "9223372036854775807"], .seconds(31_536_000)),
      (["x-rate-limit-reset": "soon"], nil), ([:], nil),
    ] as [(HTTPHeaders, Duration?)])
  func theWaitIsBoundedAndTheHeadersAreTakenInTheirOrder(
    _ headers: HTTPHeaders, _ wait: Duration?
  ) {
    #expect(RetryAfter.duration(in: headers, status: 429, now: .seconds(10)) == wait)
  }

  @Test(
    "The end of a rate limit asks for a wait if nothing of the limit remains",
    arguments: [
      (429, nil, .seconds(15)), (429, "3", .seconds(15)), (503, "0", .seconds(15)),
      (503, "599", nil), (500, nil, nil), (200, "599", nil),
    ] as [(Int, String?, Duration?)])
  func limits(status: Int, remaining: String?, wait: Duration?) {
    var headers: HTTPHeaders = ["x-rate-limit-reset": "25"]
    if let remaining { headers["x-rate-limit-remaining"] = remaining }
    #expect(RetryAfter.duration(in: headers, status: status, now: .seconds(10)) == wait)
    headers["Retry-After"] = "5"
    #expect(RetryAfter.duration(in: headers, status: status, now: .seconds(10)) == .seconds(5))
  }
}
