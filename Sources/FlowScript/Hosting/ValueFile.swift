import Dispatch
package import FlowRuntime
import Synchronization

/// `file "path"` in a script.
package enum ValueFile {
  /// The largest file whose text is a value: a key or a code is far shorter.
  package static let bytesMax = 1 << 20

  /// Where a file is that a script names, relative to the script's folder.
  package static func resolve(_ path: String, besides script: String) -> String {
    guard !path.hasPrefix("/"), let mark = script.lastIndex(of: "/") else { return path }
    return script[...mark] + path
  }

  /// Reads a file that a script names.
  package static func read(
    _ path: String, besides script: String, while goesOn: () -> Bool = { !Task.isCancelled }
  ) throws(ValueSources.FileUnreadable) -> String {
    let bytes: [UInt8]
    do throws(FileReader.Failure) {
      bytes = try FileReader.read(resolve(path, besides: script), limit: bytesMax, while: goesOn)
    } catch {
      switch error {
      case .notFound: throw ValueSources.FileUnreadable("not found")
      case .folder: throw ValueSources.FileUnreadable("a folder")
      case .tooLarge: throw ValueSources.FileUnreadable("longer than \(bytesMax >> 20) MB")
      case .unreadable(let reason): throw ValueSources.FileUnreadable(reason)
      case .ended: throw .late
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValueSources.FileUnreadable("not UTF-8")
    }
    return text
  }

  /// Reads a file that a script names within a time.
  ///
  /// - Parameters:
  ///   - path: The path, as the script has it.
  ///   - script: The path of the script.
  ///   - limit: How long a pipe or a device is waited for.
  /// - Returns: The file's text.
  /// - Throws: `FileUnreadable.late` if the time was over, or the task was canceled.
  package static func read(
    _ path: String, besides script: String, within limit: Duration
  ) async throws(ValueSources.FileUnreadable) -> String {
    guard FileReader.mayWait(resolve(path, besides: script)) else {
      return try read(path, besides: script)
    }
    let end = ContinuousClock.now + limit
    let flag = Flag()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<String, ValueSources.FileUnreadable>, Never>) in
        // On a thread of its own: a wait must not hold one of the pool's.
        DispatchQueue.global(qos: .userInitiated).async {
          let result = Result { () throws(ValueSources.FileUnreadable) in
            try read(path, besides: script) { !flag.isSet && ContinuousClock.now < end }
          }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      flag.set()
    }
    return try result.get()
  }

  /// Whether a wait was given up.
  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
  }
}
