#if os(Linux) || os(macOS)
package import FlowText
import FlowHTTP
import Synchronization

/// Runs another program to its end, without a shell, without input, in a process group of its own.
///
/// The group ends with the program: what it has left running is killed, too.
package enum ChildCommand {
  /// How a program has ended, and what it said.
  package struct Output: Sendable, Hashable {
    /// Its exit status; `nil` where a signal ended it.
    package var status: Int32?
    /// The beginning of its standard output.
    package var output: [UInt8] = []
    /// The end of its standard error.
    package var errors: [UInt8] = []
  }

  /// The most bytes of its output that are kept: as many as are read of a mail.
  package static let outputBytesMax = 1 << 20
  /// The most bytes of its standard error that are kept: some lines.
  static let errorBytesMax = 4 << 10

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: the program, which is sought in `PATH` unless a `/` is in its name, and its
  ///     arguments.
  ///   - environment: its variables; it gets no others.
  ///   - timeLimit: how long it may take.
  /// - Returns: how it ended, and what it said.
  /// - Throws: `PlainFailure` if it can't be started, takes too long, or the task is cancelled, which
  ///   kills the program.
  package static func run(
    _ words: [String], environment: [String: String] = ChildEnvironment.usual,
    timeLimit: Duration
  ) async throws(PlainFailure) -> Output {
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw unstarted(words, "an argument has a zero byte in it, which no program can be given")
    }
    let isCancelled = Flag()
    let result: Result<Output, PlainFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // It blocks: a thread of the pool of tasks would be missed, and a queue's may come late.
        let isStarted = DetachedThread.start {
          continuation.resume(
            returning: finished(words, environment, timeLimit: timeLimit) { isCancelled.isSet })
        }
        if !isStarted {
          continuation.resume(
            returning: .failure(unstarted(words, "the system has no thread left")))
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

  /// The failure of a program that has taken too long.
  static func late(_ words: [String], _ limit: Duration) -> PlainFailure {
    PlainFailure("\(name(words)) had not ended after \(limit.components.seconds) s")
  }

  /// The failure of a program whose task was cancelled.
  static func cancelled(_ words: [String]) -> PlainFailure {
    PlainFailure("\(name(words)) was interrupted")
  }

  /// The name of a program, as messages quote it.
  static func name(_ words: [String]) -> String { "`\((words.first ?? "").displayed)`" }

  /// Whether the task that waits was cancelled.
  private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
  }
}
#endif
