/// The exit status of a command.
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// Everything is as expected.
  case success = 0
  /// A flow failed.
  case failed = 1
  /// A script or an org is wrong.
  case wrongScript = 2
  /// The server or the network failed, or the output could not be written.
  case serverFailed = 3
  /// The command line is wrong.
  case usage = 4
  /// The coverage is below the minimum.
  case belowCoverage = 5
  /// The command was interrupted, after it canceled its transaction on the server (128 + SIGINT).
  case interrupted = 130
  /// The program that reads the output has closed it.
  ///
  /// A shell reports the same status for other tools that end this way (128 + SIGPIPE).
  case outputClosed = 141

  /// Returns the more important of two statuses, which the user should fix first.
  package func worse(_ other: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [
      .success, .outputClosed, .belowCoverage, .failed, .serverFailed, .wrongScript, .usage,
      .interrupted,
    ]
    let left = order.firstIndex(of: self) ?? 0
    let right = order.firstIndex(of: other) ?? 0
    return left >= right ? self : other
  }
}
