import FlowDiagnostics
import SimulatorKit

/// A part of a real org that a simulated org doesn't have: `gap "inline hooks"`.
///
/// What the part does isn't known, so no exploration of the org is complete.
struct OrgGap: Sendable, Hashable {
  var reason: String
  /// The location of the setting.
  var place: SourceRange

  static func == (left: OrgGap, right: OrgGap) -> Bool { left.reason == right.reason }

  func hash(into hasher: inout Hasher) { hasher.combine(reason) }
}

extension OrgGap {
  /// Reads a `gap` line in the settings of an org.
  static func read(_ line: SettingLine, into policy: inout OrgPolicy) {
    guard let reason = line.one({ $0.text }), !reason.isEmpty else { return }
    guard !policy.gaps.contains(where: { $0.reason == reason }) else { return }
    policy.gaps.append(OrgGap(reason: reason, place: line.place))
  }
}

extension OrgGap {
  /// Reads a `detail` line in the settings of an org.
  static func readDetail(_ line: SettingLine, into policy: inout OrgPolicy) {
    guard let text = line.one({ $0.text }), !text.isEmpty else { return }
    policy.details.append(OrgGap(reason: text, place: line.place))
  }
}

extension Org {
  /// The parts of the real org that this org has only as text, in the order of the settings.
  ///
  /// They decide nothing here, but two versions of an org are equal only if they have the same.
  package var details: [String] { policy.details.map(\.reason) }

  /// The parts of the real org that this org doesn't have, in the order of the settings.
  ///
  /// If users choose an attribute that a rule tests, that is a gap, too: they aren't explored with
  /// every value.
  package var gaps: [String] {
    var gaps = policy.gaps.map(\.reason)
    for org in eachApp {
      for name in org.policy.chosenAttributes {
        let gap = "users choose their attribute \(name), which a rule tests"
        if !gaps.contains(gap) { gaps.append(gap) }
      }
    }
    return gaps
  }
}

extension OrgPolicy {
  /// The attributes that conditions test and that users enter when they sign up or complete their
  /// profile.
  fileprivate var chosenAttributes: [String] {
    guard let registration, registration.isOpen || registration.isProgressive else { return [] }
    let fields = registration.fields.map(\.name) + ["login"]
    var names: [String] = []
    for case .attribute(let name, _) in allConditions.map(\.subject)
    where fields.contains(name) && !names.contains(name) { names.append(name) }
    return names
  }
}
