#if os(Linux) || os(macOS)
import FlowText
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A running program in its own process group.
///
/// The program's output and errors are piped to this process.
struct SpawnedProcess {
  private let words: [String]
  private let process: pid_t
  private var output: Int32
  private var errors: Int32
  private var said = ChildCommand.Output()

  /// How long a program may still run after it was asked to end.
  ///
  /// This time is enough to remove temporary files.
  private static let grace = Duration.milliseconds(200)
  /// The time in milliseconds between checks whether the program has ended, while it prints
  /// nothing.
  private static let pace: Int32 = 10

  /// Starts a program.
  ///
  /// The program gets only the given environment variables.
  init(
    _ words: [String], environment: [String: String]
  ) throws(PlainFailure) {
    guard let program = words.first, let output = Self.makePipe() else {
      throw ChildCommand.unstarted(words, FileReader.reason(errno))
    }
    guard let errors = Self.makePipe() else {
      let reason = FileReader.reason(errno)
      close(output.read)
      close(output.write)
      throw ChildCommand.unstarted(words, reason)
    }
    let (process, fault) = Self.spawn(
      program, words, environment, output.write, errors.write)
    close(output.write)
    close(errors.write)
    guard fault == 0 else {
      close(output.read)
      close(errors.read)
      throw ChildCommand.unstarted(words, FileReader.reason(fault))
    }
    self.words = words
    self.process = process
    self.output = output.read
    self.errors = errors.read
  }

  /// Waits until the program ends.
  ///
  /// If the time limit passes or the task is canceled, the program is killed.
  mutating func finish(
    within timeLimit: Duration, isCancelled: () -> Bool
  ) throws(PlainFailure) -> ChildCommand.Output {
    let end = ContinuousClock.now + timeLimit
    while true {
      let isOver = hasEnded
      readAll()
      if isOver {
        reap()
        return said
      }
      if isCancelled() {
        stop()
        throw ChildCommand.cancelled(words)
      }
      guard ContinuousClock.now < end else {
        stop()
        throw ChildCommand.late(words, timeLimit)
      }
      pause()
    }
  }

  // MARK: Its end

  /// Whether the program has ended.
  ///
  /// The program isn't reaped here, so that its process id isn't reused.
  private var hasEnded: Bool {
    var info = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result != 0 && errno != EINTR || info.si_signo != 0
  }

  /// Ends all processes of the group, first with a signal to terminate, and then by force.
  private mutating func stop() {
    kill(-process, SIGTERM)
    let end = ContinuousClock.now + Self.grace
    while !hasEnded, ContinuousClock.now < end { _ = poll(nil, 0, Self.pace) }
    reap()
  }

  /// Kills the remaining processes of the group, and reads the program's exit status.
  private mutating func reap() {
    kill(-process, SIGKILL)
    // This has an effect only if the program has left its group.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    said.status = status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    for pipe in [output, errors] where pipe >= 0 { close(pipe) }
  }

  // MARK: Its output

  /// Waits briefly for output.
  private func pause() {
    var requests = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&requests, nfds_t(requests.count), Self.pace)
  }

  /// Reads the output that is available.
  private mutating func readAll() {
    output = Self.drain(output) { chunk in
      said.output += chunk.prefix(ChildCommand.outputBytesMax - said.output.count)
    }
    errors = Self.drain(errors) { chunk in
      said.errors = (said.errors + chunk).suffix(ChildCommand.errorBytesMax)
    }
  }

  /// The maximum number of chunks that are read at a time.
  ///
  /// So a program with endless output doesn't block the other pipe.
  private static let chunksMax = 64

  /// Reads the bytes that are available in a pipe.
  ///
  /// - Returns: The pipe, or -1 if the pipe was at its end and was closed.
  private static func drain(_ pipe: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Int32 {
    guard pipe >= 0 else { return pipe }
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    for _ in 0..<chunksMax {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(pipe, $0.baseAddress, $0.count)
      }
      if count > 0 {
        take(chunk[..<count])
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0 {
        return pipe
      } else {
        close(pipe)
        return -1
      }
    }
    return pipe
  }

  // MARK: Its beginning

  /// Returns a pipe that other programs don't inherit, and whose reading end doesn't block.
  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }

  /// Starts a program.
  ///
  /// `fault` is the system's error number, or 0 if the program was started.
  private static func spawn(
    _ program: String, _ words: [String], _ environment: [String: String], _ output: Int32,
    _ errors: Int32
  ) -> (process: pid_t, fault: Int32) {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)

    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if canImport(Darwin)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    // The program must not inherit the signals that this process ignores or blocks.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)

    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe environment.sorted { $0.key < $1.key }
      .map { unsafe strdup("\($0.key)=\($0.value)") }
    unsafe variables.append(nil)
    defer { unsafe variables.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let fault = unsafe posix_spawnp(
      &process, program, &actions, &attributes, arguments, variables)
    return (process, fault)
  }
}
#endif
