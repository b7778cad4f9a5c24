/// What a test run tells, in the order in which it happens.
///
/// Every report is made of these and of nothing else: a run streams them, and the file of a shard
/// holds them, so that reports of several are made as of one. All texts in them are masked.
package enum TestEvent: Sendable, Hashable {
  /// A run begins.
  case began(TestRunHead)
  /// A flow of it has ended, with all its attempts.
  case flow(FlowReport)
  /// It has ended; a file without it is of a run that was killed.
  case ended(TestRunEnd)
}

/// How a run begins.
package struct TestRunHead: Sendable, Hashable {
  /// The version of the program.
  package var version: String
  /// When it began, in microseconds since 1970.
  package var began: Int64
  /// The files and folders that were asked for, as they were written.
  package var paths: [String]
  /// How many flows it is about to run, those that another shard has left out.
  package var flows: Int
  /// How many at a time.
  package var jobs: Int
  /// What the order was drawn by; `nil` where it is that of the files.
  package var seed: UInt64?
  /// Which part of the suite it is; `nil` for all of it.
  package var shard: Shard?
  /// The real org that it runs against; `nil` for simulated ones.
  package var live: LiveOrg?

  /// Makes a head.
  package init(
    version: String, began: Int64, paths: [String], flows: Int, jobs: Int, seed: UInt64? = nil,
    shard: Shard? = nil, live: LiveOrg? = nil
  ) {
    self.version = version
    self.began = began
    self.paths = paths
    self.flows = flows
    self.jobs = jobs
    self.seed = seed
    self.shard = shard
    self.live = live
  }

  /// A real org.
  package struct LiveOrg: Sendable, Hashable {
    /// The issuer's address.
    package var issuer: String
    /// The build that its answers name; `nil` where they name none.
    package var build: String?

    /// Makes an org.
    package init(issuer: String, build: String? = nil) {
      self.issuer = issuer
      self.build = build
    }
  }
}

/// How a run ended.
package struct TestRunEnd: Sendable, Hashable {
  /// When, in microseconds since 1970.
  package var ended: Int64
  /// Why flows were left out, in words; `nil` where all ran.
  package var stopped: String?
  /// Whether somebody interrupted it.
  package var isInterrupted: Bool
  /// What the flows have covered; `nil` where that was not asked for.
  package var coverage: Coverage?

  /// Makes an end.
  package init(
    ended: Int64, stopped: String? = nil, isInterrupted: Bool = false, coverage: Coverage? = nil
  ) {
    self.ended = ended
    self.stopped = stopped
    self.isInterrupted = isInterrupted
    self.coverage = coverage
  }
}
