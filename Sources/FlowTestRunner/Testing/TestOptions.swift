package import FlowHost
package import FlowTerminal
import FlowScript
import FlowSyntax
import FlowText

/// The options of a test run, validated.
package struct TestOptions: Sendable {
  /// What each flow is run with.
  package var run: RunOptions
  /// The files and folders, as they were written.
  package var paths: [String]
  /// The tags of which a flow must have one; empty for all flows.
  package var tags: [String] = []
  /// The tags of which a flow must have none.
  package var otherTags: [String] = []
  /// How many flows run at a time.
  package var jobs = ThisMachine.cores
  /// Which part of the suite is run, and who says so; `nil` for all of it.
  package var shard: ShardChoice?
  /// How often a flow that failed is run again.
  package var retries = 0
  /// Whether no flow is begun any more once one has failed.
  package var failsFast = false
  /// What the order is drawn by; `nil` for that of the files.
  package var seed: UInt64?
  /// How long the whole run may take.
  package var runTimeout: Duration?
  /// How many sign-ins a second begin at a real issuer.
  package var rate = Rate.standard
  /// Whether each flow runs on its simulated org and at the issuer, and the two are compared.
  package var compares = false
  /// What the real org is asked by which rules decide there; `nil` where it isn't.
  package var apiToken: APIToken?
  /// The reports that are written besides what a person sees.
  package var reports: [ReportOption] = []
  /// Whether a report by the line is added to what its file holds.
  package var appends = false
  /// Whether it is counted what the flows cover.
  package var covers = false
  /// How much of it they must cover, in percent.
  package var coverageMin: Double?
  package var isQuiet = false
  /// Whether flows are run again whose files change.
  package var watches = false
  /// How many of the slowest flows are named at the end.
  package var slow = 0

  /// Whether a report is the standard output, so that the console is with the errors.
  var reportsOnOutput: Bool { reports.contains(where: \.takesOutput) }

  /// More at a time than that no machine and no org has any use for.
  package static let jobsMax = 1024
  /// A flow that fails so often is not flaky.
  package static let retriesMax = 100
  /// How many of the slowest flows can be named: each is kept until the end.
  package static let slowMax = 1000

  /// Runs the flows of some files as tests, as `flow test` does by default.
  ///
  /// - Parameters:
  ///   - run: The options of each flow.
  ///   - paths: The files and folders.
  package init(run: RunOptions, paths: [String]) {
    self.run = run
    self.paths = paths
  }
}

/// How many sign-ins begin in a time.
package struct Rate: Sendable, Hashable {
  /// How long it is from one to the next.
  package var interval: Duration

  /// One every two seconds: an org of the smallest kind allows ten authentications a second to all
  /// of its users together, and those of a suite are not the only ones.
  package static let standard = Rate(interval: .seconds(2))

  /// Reads `2/s`, `30/m`.
  package static func read(_ text: String) throws(UsageFault) -> Rate {
    for (unit, milliseconds) in [("/s", 1000), ("/m", 60_000)] where text.hasSuffix(unit) {
      guard let number = Int(text.dropLast(unit.count)), (1...10_000).contains(number) else {
        continue
      }
      return Rate(interval: .microseconds(milliseconds * 1000 / number))
    }
    throw UsageFault(
      message: "`--rate \(text)`: this is no number of sign-ins in a time",
      help: "write `1/s`, or `20/m`")
  }
}
