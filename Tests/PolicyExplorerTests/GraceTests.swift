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
}
