import FlowEngine
import FlowHost
import FlowScript

/// Detects changes of files by polling.
struct FileWatch {
  private var stamps: [String: FileStamp?]
  private let paths: [String]
  private let clock: any RunClock

  /// The interval between two checks, short enough for an author who has just saved a file.
  static let pause = Duration.milliseconds(500)

  /// Records the current state of files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - paths: The files and folders that may gain files.
  ///   - clock: The clock for the waits.
  init(_ files: Set<String>, below paths: [String], _ clock: any RunClock) {
    self.paths = paths
    self.clock = clock
    stamps = Dictionary(uniqueKeysWithValues: files.map { ($0, FileStamp($0)) })
  }

  /// The number of watched files.
  var count: Int { stamps.count }

  /// Waits until files have been changed, deleted or created.
  ///
  /// - Returns: Their paths; `nil` if the task was canceled.
  mutating func change() async -> Set<String>? {
    while true {
      do { try await clock.sleep(for: FileWatch.pause) } catch { return nil }
      guard !Task.isCancelled else { return nil }
      let changed = look()
      if !changed.isEmpty { return changed }
    }
  }

  /// Returns the files that have changed since the last check.
  private mutating func look() -> Set<String> {
    var changed: Set<String> = []
    for (path, before) in stamps {
      let now = FileStamp(path)
      guard now != before else { continue }
      stamps[path] = .some(now)
      changed.insert(path)
    }
    for path in (try? ScriptFinder.find(paths)) ?? [] where stamps[path] == nil {
      stamps[path] = .some(FileStamp(path))
      changed.insert(path)
    }
    return changed
  }
}
