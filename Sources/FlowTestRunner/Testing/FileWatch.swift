import FlowEngine
import FlowHost
import FlowScript

/// Detects changes of files by polling.
struct FileWatch {
  private var stamps: [String: FileStamp?]
  private let paths: [String]
  private let clock: any RunClock

  /// The pause between two checks.
  ///
  /// The pause is short enough for an author who has just saved a file.
  static let pause = Duration.milliseconds(500)

  /// Records the current state of files.
  ///
  /// - Parameters:
  ///   - files: The paths of the files to watch.
  ///   - paths: The files and folders of the suite, in which new files may be created.
  ///   - clock: The clock for the pauses.
  init(_ files: Set<String>, below paths: [String], _ clock: any RunClock) {
    self.paths = paths
    self.clock = clock
    stamps = Dictionary(uniqueKeysWithValues: files.map { ($0, FileStamp($0)) })
  }

  /// The number of watched files.
  var count: Int { stamps.count }

  /// Waits until files are changed, deleted or created.
  ///
  /// - Returns: The paths of these files; `nil` if the task was canceled.
  mutating func change() async -> Set<String>? {
    while true {
      do { try await clock.sleep(for: FileWatch.pause) } catch { return nil }
      guard !Task.isCancelled else { return nil }
      let changed = look()
      if !changed.isEmpty { return changed }
    }
  }

  /// Returns the paths of the files that have changed since the previous check.
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
