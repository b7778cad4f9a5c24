/// What a command's end tells the shell.
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// All as expected.
  case success = 0
  /// A flow failed.
  case failed = 1
  /// A script or an org is wrong.
  case wrongScript = 2
  /// The server or the network failed, or the output could not be written.
  case serverFailed = 3
  /// The command line is wrong.
  case usage = 4
  /// Less is covered than was asked for.
  case belowCoverage = 5
  /// Interrupted: the transaction was cancelled on the server first (128 + SIGINT).
  case interrupted = 130
  /// Whoever read the output has gone: what the shell says of a tool that this ends
  /// (128 + SIGPIPE).
  case outputClosed = 141

  /// The one of two that says more: what to mend first.
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
