import FlowHost
import FlowTerminal

extension OrgChoice {
  /// Reads `[FILE [ORG]]`, `--secrets` and `--root`.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - command: the command, as it speaks of itself.
  /// - Throws: `UsageFault`.
  init(_ arguments: ParsedArguments, command: String) throws(UsageFault) {
    let first = arguments.operands.first
    let second = arguments.operands.dropFirst().first
    let isNamed = first.map { RunOptions.fileAndName($0).name != nil } ?? false
    if let first, let second, second.hasSuffix(".flow") || isNamed {
      throw UsageFault(
        message: "`\(command)` takes one file, and then the name of an org in it",
        help: second.hasSuffix(".flow")
          ? "write `\(command) \(second.terminalSafe) \(first.terminalSafe)`" : nil)
    }
    try self.init(named: first, arguments)
    if let second { name = second }
  }

  /// Reads `FILE` or `FILE:ORG`, and the `--secrets` and `--root` of a command line.
  init(named text: String?, _ arguments: ParsedArguments) throws(UsageFault) {
    self.init()
    if let text { (file, name) = RunOptions.fileAndName(text) }
    if let path = arguments.text(SharedOptions.secrets) {
      secrets = try RunOptions.readSecrets(path)
    }
    root = arguments.text(SharedOptions.root)
  }
}
