import FlowText

import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
  @Test(
    "A day that exists is read, and written back unchanged",
    arguments: ["0001-01-01", "1970-01-01", "2000-02-29", "2024-02-29", "2026-12-31", "9999-12-31"])
  func read(_ text: String) throws {
    #expect(try #require(CalendarDay(text)).description == text)
  }

  @Test(
    "An invalid day is refused",
    arguments: [
      "", "2026", "2026-1-1", "2026-13-01", "2026-00-10", "2026-02-29", "1900-02-29", "2026-04-31",
      "2026-01-00", "0000-01-01", "20260101", "2026-01-01T00:00:00Z", "2026-01-0x", "２０２６-01-01",
      "-026-01-01",
    ])
  func refused(_ text: String) { #expect(CalendarDay(text) == nil) }

  @Test(
    "The day of a time is its day in UTC",
    arguments: [
      (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (-1, "1969-12-31"),
      (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"), (1_798_675_200, "2026-12-31"),
      (1_798_761_599, "2026-12-31"), (1_798_761_600, "2027-01-01"), (Int64.max, "9999-12-31"),
      (Int64.min, "0001-01-01"),
    ] as [(Int64, String)])
  func ofTime(_ seconds: Int64, _ day: String) {
    #expect(CalendarDay(of: .seconds(seconds)).description == day)
  }

  @Test("Each day of four hundred years follows the day before it, and is read as written")
  func order() throws {
    var last = CalendarDay(of: .seconds(-86_400))
    for day in 0..<146_097 {
      let next = CalendarDay(of: .seconds(day * 86_400))
      if !(last < next) || next < last { Issue.record("\(next) does not come after \(last)") }
      if day % 97 == 0, CalendarDay(next.description) != next { Issue.record("\(next) is another") }
      last = next
    }
    #expect(last == CalendarDay("2369-12-31"))
  }
}
