import FlowEngine
import FlowHost
import FlowScript

/// Sees which files change, by looking again and again.
struct FileWatch {
  private var stamps: [String: FileStamp?]
  private let paths: [String]
  private let clock: any RunClock

  /// How long it is from one look to the next: a person who saves a file looks up in that time.
  static let pause = Duration.milliseconds(500)

  /// Notes how files are now.
  ///
  /// - Parameters:
  ///   - files: the files.
  ///   - paths: where others may come to be: files, and folders.
  ///   - clock: for the waits.
  init(_ files: Set<String>, below paths: [String], _ clock: any RunClock) {
    self.paths = paths
    self.clock = clock
    stamps = Dictionary(uniqueKeysWithValues: files.map { ($0, FileStamp($0)) })
  }

  /// How many files are watched.
  var count: Int { stamps.count }

  /// Waits until files have changed, gone or come.
  ///
  /// - Returns: Their paths; `nil` where the task was cancelled.
  mutating func change() async -> Set<String>? {
    while true {
      do { try await clock.sleep(for: FileWatch.pause) } catch { return nil }
      guard !Task.isCancelled else { return nil }
      let changed = look()
      if !changed.isEmpty { return changed }
    }
  }

  /// The files that are other than at the last look.
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
