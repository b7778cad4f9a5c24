package import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal

/// The options of `flow shrink`, validated.
package struct ShrinkOptions: Sendable {
  /// The path of the file with the failing flow.
  package var file: String
  /// The options of the file's flows.
  package var run: RunOptions
  /// The file for the result; `nil` for the standard output.
  package var output: OutputFile?
  /// The maximum number of runs.
  package var runs = defaultRuns
  /// Whether only problems are printed.
  package var isQuiet = false
  /// The names of given options that a run of the result also needs.
  package var kept: [String] = []

  /// The default maximum number of runs.
  ///
  /// This number is enough for a script of thousands of lines.
  package static let defaultRuns = 10_000

  /// Creates the options with defaults.
  ///
  /// - Parameters:
  ///   - file: The path of the file with the failing flow.
  ///   - run: The options of the file's flows.
  package init(file: String, run: RunOptions) {
    self.file = file
    self.run = run
  }

  /// The options for a self-contained file, which already contains its org and its profiles.
  var runOfOneFile: RunOptions {
    var options = run
    options.org = nil
    options.profiles = []
    options.only = []
    options.issuer = IssuerSettings()
    return options
  }
}
