import FlowText
import Testing

@Suite("Times of the calendar")
struct CivilTimeTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_827_696, "2000-02-29T12:34:56.000Z", "Tue, 29 Feb 2000 12:34:56 GMT"),
    (1_900_000_000, "2030-03-17T17:46:40.000Z", "Sun, 17 Mar 2030 17:46:40 GMT"),
    (-1, "1969-12-31T23:59:59.000Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
    (4_107_542_399, "2100-02-28T23:59:59.000Z", "Sun, 28 Feb 2100 23:59:59 GMT"),
  ])
  func aTimeIsWrittenInBothForms(seconds: Int, iso: String, http: String) {
    let time = CivilTime(.seconds(seconds))
    #expect(time.iso8601 == iso)
    #expect(time.httpDate == http)
  }

  @Test func aTimeOutsideTheCalendarIsItsEnd() {
    #expect(CivilTime(.seconds(Int64.max / 2)).iso8601 == "9999-12-31T23:59:59.000Z")
    #expect(CivilTime(.seconds(Int64.min / 2)).iso8601 == "0000-01-01T00:00:00.000Z")
  }
}
