#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The cost of one run of another program.
struct ChildProcess {
  /// The program's exit status; -1 if a signal ended it.
  var status: Int32
  /// The elapsed time, in seconds.
  var wall: Double
  /// The processor time, in seconds.
  var processor: Double
  /// The peak memory, in bytes.
  ///
  /// On Linux the peak of a child begins with its parent's, so this is meaningful only while the
  /// parent is smaller than the child.
  var peakBytes: Double

  /// Runs a program to its end, without input, with its output to a file or nowhere.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: The words after the program's name.
  ///   - output: The file for the program's output.
  /// - Returns: The cost; `nil` if the program could not be started.
  static func run(
    _ path: String, _ arguments: [String] = [], output: String = "/dev/null"
  ) -> ChildProcess? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }

    var child: pid_t = 0
    let start = ContinuousClock.now
    guard unsafe posix_spawn(&child, path, &actions, nil, words, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { return nil }
    }
    let wall = (ContinuousClock.now - start).seconds
    #if canImport(Darwin)
    let peak = Double(usage.ru_maxrss)
    #else
    let peak = Double(usage.ru_maxrss) * 1024
    #endif
    return ChildProcess(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -1, wall: wall,
      processor: usage.ru_utime.seconds + usage.ru_stime.seconds, peakBytes: peak)
  }

  /// Returns the first of some paths at which a program exists.
  static func find(_ paths: String...) -> String? {
    paths.first { unsafe access($0, X_OK) == 0 }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension ChildProcess {
  /// Returns the numbers that a program prints; empty if it could not run.
  static func numbers(_ path: String, _ arguments: [String]) -> [Double] {
    let answer = TemporaryFile.with([]) { output -> [UInt8]? in
      guard let child = run(path, arguments, output: output), child.status == 0 else { return nil }
      return TemporaryFile.bytes(output)
    }
    return String(decoding: answer ?? [], as: UTF8.self)
      .split { $0.isWhitespace }.compactMap { Double($0) }
  }
}
