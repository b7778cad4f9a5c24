public import FlowHost
import FlowInterpreter
import FlowSyntax
public import FlowTerminal
import FlowText

/// Runs one command line.
///
/// The command uses files, outputs, terminal and environment only through `host`. The function can
/// be called any number of times in a process.
///
/// - Parameters:
///   - arguments: The words after the program's name.
///   - host: The command's access to the outside.
/// - Returns: The exit status.
public func run(arguments: [String], host: Host) async -> ExitStatus {
  var host = host
  if PlainSigns.areNeeded(host.environment) {
    host.output = PlainSink(host.output)
    host.errors = PlainSink(host.errors)
  }
  let status = await perform(arguments, host)
  return status.worse(outputStatus(host))
}

/// Returns the exit status after both outputs have ended.
///
/// If writing to one output failed, the failure is printed on the other.
private func outputStatus(_ host: Host) -> ExitStatus {
  var status = ExitStatus.success
  for (sink, name) in [(host.output, "output"), (host.errors, "error output")] {
    switch sink.failure {
    case nil: break
    case .closed?: status = status.worse(.outputClosed)
    case .unwritten(let reason)?:
      status = status.worse(.serverFailed)
      host.errors.print("flow: the \(name) can't be written: \(reason)\n")
    }
  }
  return status
}

private func perform(_ arguments: [String], _ host: Host) async -> ExitStatus {
  let commands = CommandTable.all
  guard let first = arguments.first else {
    host.errors.writeText(Help.overview(commands))
    return .usage
  }
  switch first {
  case SharedOptions.help.spec.name, SharedOptions.help.spec.short:
    host.output.writeText(Help.overview(commands))
    return .success
  case SharedOptions.version.spec.name, SharedOptions.version.spec.short, "version":
    host.output.print("flow \(version)\n")
    return .success
  case "help":
    return HelpCommand.run(Array(arguments.dropFirst()), commands, host)
  default:
    break
  }
  guard let command = commands.first(where: { $0.name == first }) else {
    return unknown(first, commands, host)
  }
  do {
    let parsed = try ParsedArguments(Array(arguments.dropFirst()), for: command)
    if parsed.has(SharedOptions.help) {
      host.output.writeText(Help.page(command))
      return .success
    }
    if parsed.has(SharedOptions.version) {
      host.output.print("flow \(version)\n")
      return .success
    }
    if let path = parsed.text(SharedOptions.secrets) { SecretsFile.warn(of: path, host) }
    let status = await command.run(parsed, host)
    // If a cancellation cut a read short, a fault in the read text means nothing. A watch always
    // ends by a cancellation, with its last result.
    guard Task.isCancelled, status == .usage || status == .wrongScript,
      !parsed.has(TestCommand.watch)
    else { return status }
    return .interrupted
  } catch {
    host.errors.print(usage(error))
    return error.status
  }
}

private func unknown(_ name: String, _ commands: [CommandSpec], _ host: Host) -> ExitStatus {
  let kind = name.hasPrefix("-") ? "option" : "command"
  let names = commands.map(\.name) + [SharedOptions.help, SharedOptions.version].map(\.spec.name)
  var help: TerminalText? = Suggestion.nearest(name, among: names).first.map {
    "did you mean `flow \($0)`?"
  }
  if help == nil, name.hasSuffix(".flow") {
    help = "to run a script, write `flow run \(name)`"
  }
  let fault = UsageFault(
    message: "unknown \(kind) `\(name)`",
    help: help ?? "`flow --help` lists the commands")
  host.errors.print(usage(fault))
  return .usage
}
