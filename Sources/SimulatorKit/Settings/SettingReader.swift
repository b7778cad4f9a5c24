package import FlowDiagnostics
package import FlowEngine

/// Collects all problems of an org's settings.
package final class SettingReader {
  package private(set) var problems: [SettingProblem] = []
  private let schema: () -> [SettingDescription]

  /// Makes a collector.
  ///
  /// - Parameter schema: Every setting of the org; evaluated only if a setting is unknown.
  package init(schema: @autoclosure @escaping () -> [SettingDescription]) {
    self.schema = schema
  }

  package func report(_ problem: SettingProblem) {
    problems.append(problem)
  }

  /// Returns the value that a closure reads; if it throws a problem, reports it and returns `nil`.
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

  /// Whether a text has at most a number of bytes; reports a problem if not.
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
