public import FlowEngine
import FlowHTTP
import SimulatorKit

extension MobileIdPOrg {
  /// Reads the settings of a simulated authorization server for mobile identity providers, and
  /// reports all mistakes at once.
  ///
  /// `MobileIdPOrg.schema` lists the settings. The schemes of two apps must differ (rule K4); the
  /// server checks the other rules for connected apps.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in its braces.
  /// - Returns: The org, `nil` if it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting]
  ) -> (org: MobileIdPOrg?, problems: [SettingProblem]) {
    let draft = MobileIdPDraft(name: name)
    draft.read(settings)
    let problems = draft.reader.problems.sorted { $0.place.start < $1.place.start }
    return (problems.isEmpty ? draft.org : nil, problems)
  }

  /// Checks the settings of a simulated authorization server for mobile identity providers.
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - settings: Its settings, in order.
  /// - Returns: What is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}
