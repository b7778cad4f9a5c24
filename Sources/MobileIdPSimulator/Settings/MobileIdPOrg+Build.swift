public import FlowEngine
import FlowHTTP
import SimulatorKit

extension MobileIdPOrg {
  /// Reads the settings of a simulated authorization server for mobile identity providers; every
  /// mistake is told at once, each at its place.
  ///
  /// What can be set is in `MobileIdPOrg.schema`. That the schemes of two apps differ (rule K4) is
  /// held to here; the other rules for connected apps are the server's.
  ///
  /// - Parameters:
  ///   - name: the name after `org`.
  ///   - settings: the settings in its braces.
  /// - Returns: the org, `nil` where it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting]
  ) -> (org: MobileIdPOrg?, problems: [SettingProblem]) {
    let draft = MobileIdPDraft(name: name)
    draft.read(settings)
    let problems = draft.reader.problems.sorted { $0.place.start < $1.place.start }
    return (problems.isEmpty ? draft.org : nil, problems)
  }

  /// Holds the settings of a script to those of a simulated authorization server for mobile
  /// identity providers, without making one.
  ///
  /// - Parameters:
  ///   - name: the org's name.
  ///   - settings: its settings, in order.
  /// - Returns: what is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}
