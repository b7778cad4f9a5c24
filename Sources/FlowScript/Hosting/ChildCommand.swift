#if os(Linux) || os(macOS)
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

  /// Why there is no output.
  package enum Failure: Error, Sendable, Hashable {
    /// It can't be started: the system's words.
    case notStarted(String)
    case timedOut(Duration)
    case cancelled
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
  /// - Throws: `Failure`; when the task is cancelled the program is killed.
  package static func run(
    _ words: [String], environment: [String: String] = ChildEnvironment.usual,
    timeLimit: Duration
  ) async throws(Failure) -> Output {
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw .notStarted("an argument has a zero byte in it, which no program can be given")
    }
    let isCancelled = Flag()
    let result: Result<Output, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // It blocks: a thread of the pool of tasks would be missed, and a queue's may come late.
        let isStarted = DetachedThread.start {
          continuation.resume(
            returning: finished(words, environment, timeLimit: timeLimit) { isCancelled.isSet })
        }
        if !isStarted {
          continuation.resume(returning: .failure(.notStarted("the system has no thread left")))
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
  ) -> Result<Output, Failure> {
    guard !isCancelled() else { return .failure(.cancelled) }
    do throws(Failure) {
      var process = try SpawnedProcess(words, environment: environment)
      return .success(try process.finish(within: timeLimit, isCancelled: isCancelled))
    } catch {
      return .failure(error)
    }
  }

  /// Whether the task that waits was cancelled.
  private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
  }
}
#endif
