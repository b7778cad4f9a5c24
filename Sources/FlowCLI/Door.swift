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
/// Ctrl-C, a termination signal and a hangup of the terminal cancel the command. A canceled command
/// first cancels its transaction on the server. A second signal ends the process at once, and so
/// does a command that takes too long to end.
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

/// Opens the null device on every standard descriptor that is closed.
///
/// Otherwise the next file or connection would get such a number and would receive the output.
private func openStandardDescriptors() {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // `open` returns the lowest free number, which is this one.
    _ = unsafe open("/dev/null", O_RDWR)
  }
}

/// The maximum time that a canceled command may take.
///
/// Canceling a transaction takes up to three seconds. A read of a pipe without a writer never ends.
private let cancellationGrace = DispatchTimeInterval.seconds(5)

private func watch(
  _ number: Int32, _ command: Task<ExitStatus, Never>
) -> (any DispatchSourceSignal)? {
  let before = unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
  // `nohup` starts a process that must keep running after its terminal closes.
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
  /// Returns the host of this process: its files, environment, outputs and terminal.
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
