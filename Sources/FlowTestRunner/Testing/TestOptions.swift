package import FlowHost
package import FlowTerminal
import FlowScript
import FlowSyntax
import FlowText

/// The options of a test run, validated.
package struct TestOptions: Sendable {
  /// The options of each flow.
  package var run: RunOptions
  /// The files and folders, as written.
  package var paths: [String]
  /// The tags of which a flow must have at least one; empty for all flows.
  package var tags: [String] = []
  /// The tags that a flow must not have.
  package var otherTags: [String] = []
  /// The number of flows at a time.
  package var jobs = ThisMachine.cores
  /// The shard of the suite, with its origin; `nil` for the whole suite.
  package var shard: ShardChoice?
  /// The most retries of a failed flow.
  package var retries = 0
  /// Whether no new flow begins after a failure.
  package var failsFast = false
  /// The seed of the order; `nil` for the order of the files.
  package var seed: UInt64?
  /// The maximum time of the whole run.
  package var runTimeout: Duration?
  /// The rate of new sign-ins at a real issuer.
  package var rate = Rate.standard
  /// Whether each flow runs on its simulated org and at the issuer, and the two are compared.
  package var compares = false
  /// The token for requesting the deciding rules of the real org; `nil` if they aren't requested.
  package var apiToken: APIToken?
  /// The reports that are written in addition to the console.
  package var reports: [ReportOption] = []
  /// Whether a report in lines is appended to its file.
  package var appends = false
  /// Whether the coverage is counted.
  package var covers = false
  /// The minimum coverage, in percent.
  package var coverageMin: Double?
  package var isQuiet = false
  /// Whether flows run again when their files change.
  package var watches = false
  /// The number of slowest flows to list at the end.
  package var slow = 0

  /// Whether a report is on the standard output, so that the console is on the errors.
  var reportsOnOutput: Bool { reports.contains(where: \.takesOutput) }

  /// The most flows at a time; no machine or org needs more.
  package static let jobsMax = 1024
  /// The most retries; a flow that fails more often isn't flaky.
  package static let retriesMax = 100
  /// The most slowest flows that can be listed: each is kept until the end.
  package static let slowMax = 1000

  /// Creates the default options of `flow test`.
  ///
  /// - Parameters:
  ///   - run: The options of each flow.
  ///   - paths: The files and folders.
  package init(run: RunOptions, paths: [String]) {
    self.run = run
    self.paths = paths
  }
}

/// A rate of sign-ins.
package struct Rate: Sendable, Hashable {
  /// The interval between two sign-ins.
  package var interval: Duration

  /// One sign-in every two seconds.
  ///
  /// The smallest orgs allow ten authentications a second for all users together, and the suite
  /// isn't the only client.
  package static let standard = Rate(interval: .seconds(2))

  /// Parses a rate such as `2/s` or `30/m`.
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
