public import FlowEngine
import SimulatorKit

extension NextAuthOrg {
  /// Reads the settings of a simulated nextAuth; every mistake is told at once, each at its place.
  ///
  /// What can be set is in `NextAuthOrg.schema`.
  ///
  /// - Parameters:
  ///   - name: the name after `org`.
  ///   - settings: the settings in its braces.
  /// - Returns: the org, `nil` where it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting]
  ) -> (org: NextAuthOrg?, problems: [SettingProblem]) {
    let draft = NextAuthDraft(name: name)
    draft.read(settings)
    let problems = draft.reader.problems.sorted { $0.place.start < $1.place.start }
    return (problems.isEmpty ? draft.org : nil, problems)
  }

  /// Holds the settings of a script to those of a simulated nextAuth, without making one.
  ///
  /// - Parameters:
  ///   - name: the org's name.
  ///   - settings: its settings, in order.
  /// - Returns: what is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}
