package import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal

/// The options of `flow shrink`, validated.
package struct ShrinkOptions: Sendable {
  /// The file that fails.
  package var file: String
  /// What its flows run with.
  package var run: RunOptions
  /// Where the small one is written to; `nil` for the output.
  package var output: OutputFile?
  /// How often flows are run at most.
  package var runs = defaultRuns
  /// Whether only problems are told.
  package var isQuiet = false
  /// The options that a run of the small one needs as well, as they were given but for values.
  package var kept: [String] = []

  /// The default limit of runs: enough for thousands of lines.
  package static let defaultRuns = 10_000

  /// Cuts down a flow of a file.
  ///
  /// - Parameters:
  ///   - file: The file that fails.
  ///   - run: The options of its flows.
  package init(file: String, run: RunOptions) {
    self.file = file
    self.run = run
  }

  /// What a file runs with that needs nothing else: its org and its profiles are in it.
  var runOfOneFile: RunOptions {
    var options = run
    options.org = nil
    options.profiles = []
    options.only = []
    options.issuer = IssuerSettings()
    return options
  }
}
