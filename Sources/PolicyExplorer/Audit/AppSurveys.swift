import FlowHost
import FlowTerminal
import OktaSimulator

/// The explorations of all apps of an org, which the audits of the apps share.
struct AppSurveys {
  /// The explorations of the apps with the same policies.
  struct App {
    let found: OrgSource.Found
    let claims: ScriptClaims
    let packs: [ClaimSet]
    fileprivate(set) var survey: OrgSurvey
  }

  /// The apps, in the order of their classes.
  private(set) var apps: [App] = []

  /// Explores the apps of an org, and what users can enroll in one app and use in another one.
  ///
  /// - Parameters:
  ///   - classes: The classes of apps.
  ///   - found: The org and its script.
  ///   - options: The packs, whose claims may distinguish more circumstances.
  ///   - walks: The limits of the explorations.
  ///   - host: The clock, which stands still if the memo has explorations.
  ///   - memo: The explorations that were made.
  ///   - watch: Ends the explorations at the limits.
  /// - Throws: `UsageFault` if a pack doesn't fit the org.
  init(
    _ classes: [AppClass], of found: OrgSource.Found, _ options: AppAudit.Options,
    _ walks: WalkOptions, _ host: Host, _ memo: inout WalkMemo, _ watch: inout WalkWatch
  ) throws(UsageFault) {
    let host = host.standingStill
    let alike = classes.first.map { AlikeUsers($0.org) }
    for app in classes {
      var own = found
      own.org = app.org
      let claims = ScriptClaims(own)
      var packs: [ClaimSet] = []
      for choice in options.packs { packs.append(try ClaimSet(choice, for: app.org)) }
      var explorer = walks.explorer(of: app.org, host)
      explorer.alike = alike
      explorer.notesGains = classes.count > 1
      explorer.asked = claims.questions + packs.flatMap(\.questions) + app.org.riskQuestions
      let survey = OrgSurvey(explorer, &memo, &watch)
      apps.append(App(found: own, claims: claims, packs: packs, survey: survey))
    }
    guard classes.count > 1 else { return }
    var surveys = apps.map(\.survey)
    _ = AppVisits.explore(&surveys, &memo, &watch)
    for index in apps.indices { apps[index].survey = surveys[index] }
  }

  /// Whether everything was explored.
  var isComplete: Bool { apps.allSatisfy(\.survey.isComplete) }
}
