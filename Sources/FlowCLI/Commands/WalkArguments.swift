import FlowHost
import FlowTerminal
import PolicyExplorer

/// The options for explorations of an org, which `explore`, `audit` and `diff` have.
enum WalkArguments {
  static let states = Option(
    "--states", "N", in: 1...10_000_000,
    "keep at most N positions of an exploration (\(Explorer.statesUsual))")
  static let time = Option(
    "--time", "TIME", "end the exploration after this long (10m)", read: RunOptions.duration)
  static let memory = Option(
    "--memory", "SIZE", "end the exploration at this memory use (1GB)", read: MemorySize.bytes)

  /// The options that limit every exploration.
  static let limits: [any DeclaredOption] = [states, time, memory]
}

extension WalkOptions {
  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments) throws(UsageFault) {
    self.init()
    if let number = try arguments.value(WalkArguments.states) { states = number }
    if let limit = try arguments.value(WalkArguments.time) { time = limit }
    if let limit = try arguments.value(WalkArguments.memory) { memory = limit }
  }
}
