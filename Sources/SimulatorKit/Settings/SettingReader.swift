package import FlowDiagnostics
package import FlowEngine

/// Collects everything that is wrong with the settings of an org.
package final class SettingReader {
  package private(set) var problems: [SettingProblem] = []
  private let schema: () -> [SettingDescription]

  /// Makes a collector.
  ///
  /// - Parameter schema: Every setting of the org; read only if one is unknown.
  package init(schema: @autoclosure @escaping () -> [SettingDescription]) {
    self.schema = schema
  }

  package func report(_ problem: SettingProblem) {
    problems.append(problem)
  }

  /// The value that a body reads; `nil` if it throws a problem, which is reported.
  package func value<Value>(_ read: () throws(SettingProblem) -> Value) -> Value? {
    do throws(SettingProblem) { return try read() } catch {
      report(error)
      return nil
    }
  }

  /// Reports a setting that its block doesn't have.
  func report(unknown setting: Setting, in path: [String]) {
    report(UnknownSetting(setting, in: path, schema: schema()).problem)
  }

  /// Whether a text has at most a number of bytes.
  ///
  /// Reports it otherwise.
  package func fits(_ text: String, _ limit: Int, _ what: String, at place: SourceRange) -> Bool {
    guard text.utf8.count > limit else { return true }
    tooLong(what, limit, at: place)
    return false
  }

  /// Reports a text with too many bytes.
  package func tooLong(_ what: String, _ limit: Int, at place: SourceRange) {
    report(SettingProblem(.value, "\(what) has at most \(limit) bytes", at: place))
  }

  /// Reports that there are too many of something.
  package func tooMany(_ what: String, _ limit: Int, at place: SourceRange) {
    report(SettingProblem(.value, "there are at most \(limit) \(what)", at: place))
  }
}
