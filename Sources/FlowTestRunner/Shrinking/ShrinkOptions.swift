package import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal

/// The options of `flow shrink`, validated.
package struct ShrinkOptions: Sendable {
  /// The failing file.
  package var file: String
  /// The options of its flows.
  package var run: RunOptions
  /// The output file; `nil` for the standard output.
  package var output: OutputFile?
  /// The most runs of flows.
  package var runs = defaultRuns
  /// Whether only problems are printed.
  package var isQuiet = false
  /// The options that a run of the result also needs, as given, without values.
  package var kept: [String] = []

  /// The default limit of runs: enough for thousands of lines.
  package static let defaultRuns = 10_000

  /// Creates the options with defaults.
  ///
  /// - Parameters:
  ///   - file: The failing file.
  ///   - run: The options of its flows.
  package init(file: String, run: RunOptions) {
    self.file = file
    self.run = run
  }

  /// The options for a self-contained file: its org and its profiles are in it.
  var runOfOneFile: RunOptions {
    var options = run
    options.org = nil
    options.profiles = []
    options.only = []
    options.issuer = IssuerSettings()
    return options
  }
}
