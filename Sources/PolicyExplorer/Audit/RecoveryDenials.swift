import FlowDiagnostics
import OktaSimulator

/// Finds recovery rules that deny an action, although an earlier rule allows it to the same users:
/// `deny-bypassed`.
struct RecoveryDenials {
  private let scene: AuditScene

  init(_ scene: AuditScene) { self.scene = scene }

  var findings: [OrgFinding] {
    var found = Collected<RecoveryDenial>(scene)
    for (index, exploration) in scene.explorations.enumerated() {
      for act in RecoveryDenial.Act.allCases {
        guard let route = exploration.routes.first(where: { has(act, $0.ending) }) else { continue }
        for start in exploration.starts {
          for denial in scene.org.bypassedDenials(of: act, start) {
            found.note(denial, route, in: index, from: start)
          }
        }
      }
    }
    return found.entries.filter { !scene.org.isException($0.cause) }.compactMap { entry in
      found.judged(entry).map { finding(entry, $0.witness, $0.reliesOn) }
    }
  }

  /// Whether a route ends with a recovered password or an unlocked account.
  private func has(_ act: RecoveryDenial.Act, _ ending: WalkEnding) -> Bool {
    switch act {
    case .password: ending.outcome == .signedIn && ending.isRecovered
    case .unlock: ending.isUnlocked
    }
  }

  private func finding(
    _ entry: Collected<RecoveryDenial>.Entry, _ witness: Route, _ reliesOn: [Assumption]
  ) -> OrgFinding {
    let (cause, org) = (entry.cause, scene.org)
    let names = (org.name(ofRecoveryRule: cause.denial), org.name(ofRecoveryRule: cause.rule))
    let what = cause.act == .password ? "recover a password" : "unlock an account"
    let people = scene.words.people(AuditScene.together(entry.classes))
    let told = scene.words.circumstances(witness.start)
    var finding = OrgFinding(
      .denyBypassed,
      "the recovery rule `\(names.0)` doesn't let \(people) \(what), but `\(names.1)` before it does"
        + (told.isEmpty ? "" : " (\(told))"),
      at: scene.places.recoveryRule(cause.denial), witness: witness,
      other: scene.places.recoveryRule(cause.rule).map { ($0, "this rule is compared with it") },
      reliesOn: reliesOn)
    finding.classes = entry.classes
    finding.cause = ["recovery rule", cause.act.rawValue, names.0, names.1]
    finding.help = "put the rule that denies before the rule that allows"
    return finding
  }
}
