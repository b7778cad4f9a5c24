import OktaImport
import Testing

@testable import PolicyExplorer
import OktaSimulator

/// An enrollment with a grace period is explored before and after its last day.
@Suite struct GraceTests {
  private static let settings = """
      authenticators password, phone via sms
      sign-on { require password }
      enrollment { required phone until "2027-12-25" }
      user "jane@acme.example" { password "Correct-Horse-1" }
    """
  /// Christmas of 2027.
  private static let end = Duration.seconds(1_829_692_800)

  @Test(
    "The day after is among the circumstances until it has come, in whole days",
    arguments: [
      (-10 * 86_400, ["", "11d later"]), (-10 * 86_400 + 1, ["", "10d later"]),
      (-1, ["", "1d later"]), (0, [""]), (86_400, [""]), (-11 * 365 * 86_400, [""]),
    ])
  func circumstances(left: Int, told: [String]) throws {
    let org = try #require(try OrgText.org(GraceTests.settings))
    let explorer = Explorer(org, now: GraceTests.end + .seconds(left))
    let words = RouteWords(org)
    #expect(explorer.plan().starts.map { words.circumstances($0.start) } == told)
  }

  @Test(
    "A time is printed in days, hours, minutes and seconds, to the second",
    arguments: [
      (27_734_401, "more than 321d later"), (12_300, "3h 25m later"), (86_400, "1d later"),
      (59, "59s later"), (90_061, "more than 1d 1h 1m later"),
    ])
  func later(seconds: Int, told: String) {
    #expect(RouteWords.later(.seconds(seconds)) == told)
    // A script has one number and one unit.
    #expect(!RouteWords.duration(.seconds(seconds)).contains(" "))
  }

  @Test("Until then it can be put off, and not afterward")
  func ways() throws {
    let org = try #require(try OrgText.org(GraceTests.settings))
    let now = GraceTests.end - .seconds(5 * 86_400)
    let explorer = Explorer(org, now: now)
    let starts = explorer.plan().starts
    try #require(starts.count == 2)
    let skips = starts.map { planned in
      explorer.explore(planned.kind, planned.start).ways.map { $0.way.contains(.skip) }
    }
    #expect(skips[0].contains(true))
    #expect(!skips[1].contains(true) && !skips[1].isEmpty)
  }

  /// An org whose device assurance policy has a grace period.
  private static func org(until end: String) throws -> OktaSimulator.Org {
    try #require(
      try OrgText.org(
        """
          authenticators password, email
          user "jane@acme.example" { password "Correct-Horse-1" }
          assurance "Macs" { platform macos; os-version "14"; grace until "\(end)" }
          sign-on "macs" { when assurance "Macs"; require password }
          sign-on { require password and email }
        """))
  }

  @Test(
    "Two periods that end on the same day differ, however close the ends are",
    arguments: [
      ("2027-12-25", "2027-12-25T10:00:00Z"), ("2027-12-25T10:00:00Z", "2027-12-25T10:00:01Z"),
      ("2027-12-25T23:59:59Z", "2027-12-26"), ("2027-12-25T00:30:00+01:00", "2027-12-25"),
    ], [0, 1, 3_600, 86_399])
  func sameDay(ends: (earlier: String, later: String), shift: Int) throws {
    let (earlier, later) = (try Self.org(until: ends.earlier), try Self.org(until: ends.later))
    let now = Self.end - .seconds(5 * 86_400 + shift) - .milliseconds(shift)
    #expect(OrgDiff(earlier, later, now: now).changes.map(\.kind).contains(.weaker))
    #expect(OrgDiff(later, earlier, now: now).changes.map(\.kind).contains(.stronger))
    #expect(OrgDiff(later, later, now: now).changes.isEmpty)
  }
}
