import FlowHost
import FlowTerminal
import PolicyExplorer

extension WalkOptions {
  private enum Contexts: String, CaseIterable {
    case full, pairwise
  }

  /// The options that `explore`, `audit` and `diff` have in common.
  static let specs = [
    OptionSpec(
      name: "--states", value: "N",
      meaning: "keep at most so many positions of a walk (\(Explorer.statesUsual))"),
    OptionSpec(name: "--time", value: "TIME", meaning: "end the walks after this long (10m)"),
    OptionSpec(
      name: "--memory", value: "SIZE", meaning: "end the walks before more memory is used (1GB)"),
  ]

  /// The option that limits the circumstances that are walked.
  static let contexts = OptionSpec(
    name: "--contexts", value: "WHICH",
    meaning: "full (default), or pairwise: at most two things out of the ordinary at once",
    words: Contexts.allCases.map(\.rawValue))

  /// Reads a command line.
  init(_ arguments: ParsedArguments) throws(UsageFault) {
    self.init()
    if let number = try arguments.number("--states", 1...10_000_000) { states = number }
    if let text = arguments.value("--time") { time = try RunOptions.duration(text) }
    if let text = arguments.value("--memory") { memory = try MemorySize.bytes(text) }
    isPairwise = try arguments.word("--contexts", of: Contexts.self) == .pairwise
  }
}
