import Dispatch
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Runs the command line of this process and ends the process with its status.
///
/// Ctrl-C, a termination signal and the end of the terminal cancel the command, which cancels its
/// transaction on the server first; the second one, or a command that doesn't come to its end, ends
/// the process at once.
public func runProcess() async -> Never {
  signal(SIGPIPE, SIG_IGN)
  openStandardDescriptors()
  let arguments = Array(CommandLine.arguments.dropFirst())
  let command = Task { @Sendable in await run(arguments: arguments, host: .system()) }
  let sources = [SIGINT, SIGTERM, SIGHUP].compactMap { watch($0, command) }
  let status = await command.value
  for source in sources { source.cancel() }
  exit(status.rawValue)
}

/// Gives the descriptors that the process was started without to the null device.
///
/// Otherwise the next file or connection would get the number, and outputs would be written to it.
private func openStandardDescriptors() {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // The lowest free number is this one.
    _ = unsafe open("/dev/null", O_RDWR)
  }
}

/// How long a cancelled command may take: a transaction is given up in three seconds, and a file that
/// is a pipe nobody writes to is read for ever.
private let cancellationGrace = DispatchTimeInterval.seconds(5)

private func watch(
  _ number: Int32, _ command: Task<ExitStatus, Never>
) -> (any DispatchSourceSignal)? {
  let before = unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
  // `nohup` starts a process that is to outlive its terminal.
  let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
  if number == SIGHUP, before == ignored { return nil }
  let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
  source.setEventHandler { @Sendable in
    if command.isCancelled { exit(ExitStatus.interrupted.rawValue) }
    command.cancel()
    DispatchQueue.global().asyncAfter(deadline: .now() + cancellationGrace) { @Sendable in
      exit(ExitStatus.interrupted.rawValue)
    }
  }
  source.resume()
  return source
}

extension Host {
  /// The world of this process.
  static func system() -> Host {
    var host = Host(
      output: SystemSink(descriptor: 1), errors: SystemSink(descriptor: 2),
      terminal: SystemTerminal(), environment: systemEnvironment(),
      clock: SystemClock(now: ThisMachine.wallTime()), randomBytes: ThisMachine.randomBytes)
    host.memoryInUse = ProcessMemory.inUse
    return host
  }

  private static func systemEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var pointer = unsafe environ
    while let entry = unsafe pointer.pointee {
      let text = unsafe String(cString: entry)
      if let mark = text.firstIndex(of: "=") {
        variables[String(text[..<mark])] = String(text[text.index(after: mark)...])
      }
      unsafe pointer += 1
    }
    return variables
  }
}
