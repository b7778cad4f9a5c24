import OktaImport
import TestSupport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// What users enroll in one app and use in another one.
@Suite("Visits to other apps")
struct AppVisitTests {
  private static let now = Duration.seconds(1_800_000_000)

  /// The surveys of the apps of an org, and what they say about visits.
  private struct Explored {
    var surveys: [OrgSurvey]
    var visits: AppVisits

    init(_ settings: String) throws {
      let org = try #require(try OrgText.org(settings), "\(settings)")
      surveys = org.appClasses(merges: false).map { app in
        var explorer = Explorer(app.org, now: AppVisitTests.now)
        explorer.notesGains = true
        return OrgSurvey(explorer)
      }
      visits = AppVisits(surveys)
    }

    /// The visits before an app, as `logins: app: enrolled authenticators`.
    mutating func told(before app: Int) -> [String] {
      visits.next()[app].map { found in
        let apps = found.visit.chain.map(\.app).joined(separator: " ")
        let enrolled = found.visit.enrolled.map(\.rawValue).joined(separator: " ")
        return "\(found.kind.logins.joined(separator: " ")): \(apps): \(enrolled)"
      }.sorted()
    }
  }

  private static let users = """
    authenticators password, email, phone via sms, google-otp
    user "ada" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP"; groups staff }
    user "bob" { password "Correct-Horse-1" }

    """

  @Test("An app that lets users enroll with less leads to one that asks for more")
  func weaker() throws {
    var explored = try Explored(
      Self.users + """
        enrollment { required password; optional phone }
        app "portal" { sign-on { require password } }
        app "payroll" { sign-on { require password and possession } }
        """)
    // `bob` has nothing that `payroll` accepts, so `payroll` lets him enroll a phone itself.
    #expect(explored.told(before: 1) == ["ada: portal: phone"])
    #expect(explored.visits.next().flatMap(\.self).isEmpty)
  }

  @Test("A denied app, or one that asks for as much, leads nowhere")
  func noWeaker() throws {
    for portal in [
      "sign-on { deny }", "sign-on { require password and possession }",
      "sign-on { require password and possession }; assigned group none",
    ] {
      var explored = try Explored(
        Self.users + """
          enrollment { required password; optional phone }
          app "portal" { \(portal) }
          app "payroll" { sign-on { require password and possession } }
          """)
      #expect(explored.told(before: 1) == [], "\(portal)")
    }
  }

  @Test("A visit to one app may open another one, in which users enroll more")
  func chain() throws {
    var explored = try Explored(
      Self.users + """
        enrollment "a" { when app "a"; required password; optional phone }
        enrollment "b" { when app "b"; required password; optional google-otp }
        enrollment { required password; ask never }
        app "a" { sign-on { require password } }
        app "b" { sign-on { require password and phone } }
        app "c" { sign-on { require password and google-otp } }
        """)
    let first = explored.visits.next()[1]
    #expect(first.map(\.visit.enrolled) == [[.phone], [.phone]])
    let explorer = explored.surveys[1].explorer
    for planned in explorer.plan(after: first, while: { true }).starts {
      explored.visits.add([explorer.explore(planned.kind, planned.start)], of: 1)
    }
    let third = explored.told(before: 2)
    #expect(third.contains { $0.hasPrefix("bob: a b: ") && $0.contains("google-otp") }, "\(third)")
    #expect(!third.contains { $0.hasPrefix("ada: a b: ") }, "\(third)")
  }

  @Test("After a visit users can do what users with these authenticators can do")
  func declared() throws {
    let apps = """
      enrollment "portal" { when app "portal"; required password; optional phone }
      enrollment { required password; ask never }
      app "portal" { sign-on { require password } }
      app "payroll" {
        sign-on "staff" { when group staff; require 2 factors without google-otp }
        sign-on { require password and possession }
      }

      """
    var explored = try Explored(Self.users + apps)
    let owners = try Explored(
      Self.users.replacing("; groups staff }", with: "; groups staff; phone \"+15551230100\" }")
        .replacing("user \"bob\" { ", with: "user \"bob\" { phone \"+15551230100\"; ") + apps)
    let all = explored.visits.next()[1]
    #expect(all.count == 2)
    for found in all {
      let explorer = explored.surveys[1].explorer
      let planned = explorer.plan(after: [found]) { true }.starts
      let own = Set(planned.flatMap { explorer.explore($0.kind, $0.start).routes }.map(Told.init))
      let others = owners.surveys[1].explorations.filter { $0.kind.index == found.kind.index }
      #expect(own == Set(others.flatMap(\.routes).map(Told.init)))
      #expect(own.contains { $0.outcome == .signedIn && $0.methods.contains(.sms) })
    }
  }

  /// How a route ends, regardless of what the user had before.
  private struct Told: Hashable {
    var outcome: WalkEnding.Outcome
    var rule: Int?
    var methods: Set<OktaSimulator.Method>
    var kinds: Int

    init(_ route: Route) {
      outcome = route.ending.outcome
      rule = route.ending.rule
      methods = Set(route.ending.uses.map(\.method))
      kinds = route.ending.kinds
    }
  }

  @Test("A shared exploration is the app's own", arguments: OracleTests.seeds(usual: 12))
  func shared(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func one(_ words: [String]) -> String {
      words[Int.random(in: 0..<words.count, using: &random)]
    }
    let demands = [
      "require password", "require any 1", "require 2 factors", "require password and possession",
      "deny", "require password then phone", "require google-otp or password and phone",
    ]
    let rules = (0..<6).map { number in
      let when = one(["group staff", "zone \"office\"", "not group staff and zone \"home\""])
      return "sign-on \"r\(number)\" { when \(when); \(one(demands)) }"
    }
    var apps = ["a", "b", "c"].map { name in
      let own = rules.shuffled(using: &random).prefix(Int.random(in: 2...5, using: &random))
      let last = "sign-on { \(one(demands)) }"
      return "app \"\(name)\" { \((own + [last]).joined(separator: "; ")) }"
    }
    apps.append(apps[0].replacing("\"a\"", with: "\"d\""))
    let settings =
      Self.users + """
        zone "office" { ip "10.0.0.0/8" }
        zone "home" { ip "10.1.0.0/16" }
        enrollment { required password; optional phone }
        recovery { password by email; unlock by email }
        lockout { after 3 attempts }
        \(apps.joined(separator: "\n"))
        """
    let org = try #require(try OrgText.org(settings), "\(settings)")
    var memo = WalkMemo()
    var shared = 0
    for app in org.apps {
      var explorer = Explorer(app.org, now: Self.now)
      explorer.notesGains = true
      for planned in explorer.plan().starts {
        var isNew = false
        let found = memo.exploration(explorer, planned) {
          isNew = true
          return true
        }
        if !isNew { shared += 1 }
        let own = explorer.explore(planned.kind, planned.start, planned.circumstance)
        #expect(found.routes.map(\.ending) == own.routes.map(\.ending), "\(settings)")
        #expect(found.routes.map(\.way) == own.routes.map(\.way), "\(settings)")
        #expect(found.ways.map(\.needs) == own.ways.map(\.needs), "\(settings)")
        #expect(found.routes.allSatisfy { $0.start == planned.start })
        #expect(found.gained.map(\.way) == own.gained.map(\.way))
      }
    }
    #expect(shared > 0, "\(settings)")
  }
}
