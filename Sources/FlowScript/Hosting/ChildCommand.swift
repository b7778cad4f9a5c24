#if os(Linux) || os(macOS)
package import FlowText
import FlowHTTP
import Synchronization

/// Runs another program to its end, without a shell and without input, in its own process group.
///
/// The group ends with the program: processes that it leaves running are killed too.
package enum ChildCommand {
  /// The exit status and the output of a program.
  package struct Output: Sendable, Hashable {
    /// The exit status; `nil` if a signal ended the program.
    package var status: Int32?
    /// The beginning of its standard output.
    package var output: [UInt8] = []
    /// The end of its standard error.
    package var errors: [UInt8] = []
  }

  /// The maximum number of output bytes that are kept, the same as for a mail.
  package static let outputBytesMax = 1 << 20
  /// The maximum number of standard error bytes that are kept: some lines.
  static let errorBytesMax = 4 << 10

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments. The program is searched in `PATH` unless its name
  ///     contains a `/`.
  ///   - environment: Its variables. It gets no others.
  ///   - timeLimit: The time that it may take.
  /// - Returns: The exit status and the output.
  /// - Throws: `PlainFailure` if it can't be started or takes too long, or if the task is canceled.
  ///   In the latter cases the program is killed.
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
        // It blocks, so it needs its own thread: the task pool would lack one, and a queue may
        // provide one late.
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

  /// The failure of a program that can't be started.
  static func unstarted(_ words: [String], _ reason: String) -> PlainFailure {
    PlainFailure("\(name(words)) can't be run: \(reason)")
  }

  /// The failure of a program that took too long.
  static func late(_ words: [String], _ limit: Duration) -> PlainFailure {
    PlainFailure("\(name(words)) didn't end within \(limit.components.seconds) s")
  }

  /// The failure of a program whose task was canceled.
  static func cancelled(_ words: [String]) -> PlainFailure {
    PlainFailure("\(name(words)) was interrupted")
  }

  /// The name of a program, as messages quote it.
  static func name(_ words: [String]) -> String { "`\((words.first ?? "").displayed)`" }

  /// Whether the waiting task was canceled.
  private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
  }
}
#endif
