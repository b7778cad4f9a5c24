#if os(Linux) || os(macOS)
package import FlowText
import FlowHTTP
import FlowLock

/// Runs another program until it ends, without a shell and without input.
///
/// The program runs in its own process group. When it ends, all processes of the group are killed.
package enum ChildCommand {
  /// The exit status and the output of a program.
  package struct Output: Sendable, Hashable {
    /// The exit status; `nil` if a signal ended the program.
    package var status: Int32?
    /// The beginning of the standard output.
    package var output: [UInt8] = []
    /// The end of the standard error.
    package var errors: [UInt8] = []
  }

  /// The maximum number of output bytes that are kept.
  ///
  /// The number is the same as for an email.
  package static let outputBytesMax = 1 << 20
  /// The maximum number of standard error bytes that are kept.
  ///
  /// These bytes are enough for several lines.
  static let errorBytesMax = 4 << 10

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments. If the program's name has no `/`, it is searched in
  ///     `PATH`.
  ///   - environment: The only environment variables that the program gets.
  ///   - timeLimit: The maximum time that the program may run.
  /// - Returns: The exit status and the output.
  /// - Throws: `PlainFailure` if the program can't be started or takes too long, or if the task is
  ///   canceled. If it was started, it is killed.
  package static func run(
    _ words: [String], environment: [String: String] = ChildEnvironment.usual,
    timeLimit: Duration
  ) async throws(PlainFailure) -> Output {
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw unstarted(words, "an argument contains a zero byte")
    }
    let isCancelled = Flag()
    let result: Result<Output, PlainFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Waiting blocks, so it needs its own thread. It would take a thread from the task pool,
        // and a dispatch queue may start it too late.
        let isStarted = DetachedThread.start {
          continuation.resume(
            returning: finished(words, environment, timeLimit: timeLimit) { isCancelled.isSet })
        }
        if !isStarted {
          continuation.resume(
            returning: .failure(unstarted(words, "the system can't start another thread")))
        }
      }
    } onCancel: {
      isCancelled.set()
    }
    return try result.get()
  }

  private static func finished(
    _ words: [String], _ environment: [String: String], timeLimit: Duration,
    isCancelled: () -> Bool
  ) -> Result<Output, PlainFailure> {
    guard !isCancelled() else { return .failure(cancelled(words)) }
    do throws(PlainFailure) {
      var process = try SpawnedProcess(words, environment: environment)
      return .success(try process.finish(within: timeLimit, isCancelled: isCancelled))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the failure of a program that can't be started.
  static func unstarted(_ words: [String], _ reason: String) -> PlainFailure {
    PlainFailure("\(name(words)) can't be run: \(reason)")
  }

  /// Returns the failure of a program that took too long.
  static func late(_ words: [String], _ limit: Duration) -> PlainFailure {
    PlainFailure("\(name(words)) didn't end within \(limit.components.seconds) s")
  }

  /// Returns the failure of a program whose task was canceled.
  static func cancelled(_ words: [String]) -> PlainFailure {
    PlainFailure("\(name(words)) was interrupted")
  }

  /// Returns the name of a program in the form for messages.
  static func name(_ words: [String]) -> String { "`\((words.first ?? "").displayed)`" }

  /// A flag that is set when the waiting task is canceled.
  private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
  }
}
#endif
