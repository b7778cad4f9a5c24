package import FlowHost
package import FlowTerminal
import FlowScript
import FlowSyntax
import FlowText

/// The options of a test run, validated.
package struct TestOptions: Sendable {
  /// The options of each flow.
  package var run: RunOptions
  /// The files and folders, as the user wrote them.
  package var paths: [String]
  /// The tags that select flows.
  ///
  /// A flow needs at least one of them; if the list is empty, all flows are selected.
  package var tags: [String] = []
  /// The tags that exclude flows.
  package var otherTags: [String] = []
  /// The maximum number of flows that run at the same time.
  package var jobs = ThisMachine.cores
  /// The shard to run; `nil` for the whole suite.
  package var shard: ShardChoice?
  /// The maximum number of times that a failed flow is repeated.
  package var retries = 0
  /// Whether the run ends after the first failure.
  package var failsFast = false
  /// The seed of the random order; `nil` for the order of the files.
  package var seed: UInt64?
  /// The maximum duration of the whole run; `nil` for no limit.
  package var runTimeout: Duration?
  /// The maximum rate of sign-ins at a real issuer.
  package var rate = Rate.standard
  /// Whether each flow runs both on its simulated org and at the real issuer, to compare them.
  package var compares = false
  /// The token for asking the real org which rules apply; `nil` if rules aren't compared.
  package var apiToken: APIToken?
  /// The reports to write in addition to the console report.
  package var reports: [ReportOption] = []
  /// Whether a report in lines is appended to an existing file.
  package var appends = false
  /// Whether coverage is counted.
  package var covers = false
  /// The minimum coverage in percent; `nil` if none is required.
  package var coverageMin: Double?
  package var isQuiet = false
  /// Whether the tests run again when their files change.
  package var watches = false
  /// The words of the command line with which one flow is run again.
  package var repeated: [String] = []
  /// The number of slowest flows to list at the end.
  package var slow = 0

  /// Whether a report uses the standard output.
  ///
  /// The console report then goes to the standard error.
  var reportsOnOutput: Bool { reports.contains(where: \.takesOutput) }

  /// The maximum value of `jobs`.
  ///
  /// No machine and no org needs more.
  package static let jobsMax = 1024
  /// The maximum value of `retries`.
  ///
  /// A flow that fails more often isn't flaky.
  package static let retriesMax = 100
  /// The maximum value of `slow`.
  ///
  /// Each of these flows is kept until the end.
  package static let slowMax = 1000

  /// Creates the default options of `flow test`.
  ///
  /// - Parameters:
  ///   - run: The options of each flow.
  ///   - paths: The files and folders, as the user wrote them.
  package init(run: RunOptions, paths: [String]) {
    self.run = run
    self.paths = paths
  }
}

/// A maximum rate of sign-ins.
package struct Rate: Sendable, Hashable {
  /// The minimum time between two sign-ins.
  package var interval: Duration

  /// The default rate, one sign-in every two seconds.
  ///
  /// The smallest orgs allow ten authentications a second for all users together, and the test run
  /// isn't their only client.
  package static let standard = Rate(interval: .seconds(2))

  /// Reads a rate such as `2/s` or `30/m`.
  package static func read(_ text: String) throws(UsageFault) -> Rate {
    for (unit, milliseconds) in [("/s", 1000), ("/m", 60_000)] where text.hasSuffix(unit) {
      guard let number = Int(text.dropLast(unit.count)), (1...10_000).contains(number) else {
        continue
      }
      return Rate(interval: .microseconds(milliseconds * 1000 / number))
    }
    throw UsageFault(
      message: "`--rate \(text)`: this isn't a rate",
      help: "write `1/s`, or `20/m`")
  }
}
