/// The exit status of a command.
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// Everything as expected.
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
  /// Interrupted: the transaction was canceled on the server first (128 + SIGINT).
  case interrupted = 130
  /// The output's reader has closed it.
  ///
  /// A shell reports the same status for a tool that ends this way (128 + SIGPIPE).
  case outputClosed = 141

  /// Returns the more important of two statuses: the one to fix first.
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
