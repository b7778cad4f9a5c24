import FlowHost
import FlowTerminal
import FlowText

/// Reads the part of a command line that selects an org.
enum OrgArguments {
  /// Reads the operands `[FILE [ORG]]`, and the options `--secrets` and `--root`.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - host: The location of the project's file, which may name the default file of secrets.
  ///   - command: The name of the command, for error messages.
  /// - Returns: The selected org.
  /// - Throws: `UsageFault`.
  static func choice(
    _ arguments: ParsedArguments, _ host: Host, command: String
  ) throws(UsageFault) -> OrgChoice {
    let first = arguments.operands.first
    let second = arguments.operands.dropFirst().first
    let isNamed = first.map { RunOptions.fileAndName($0).name != nil } ?? false
    if let first, let second, second.hasSuffix(".flow") || isNamed {
      throw UsageFault(
        message: "`\(command)` takes one file, and then the name of an org in it",
        help: second.hasSuffix(".flow")
          ? "write `\(command) \(second) \(first)`" : nil)
    }
    var choice = try self.choice(named: first, arguments, host)
    if let second { choice.name = second }
    return choice
  }

  /// Reads a text `FILE` or `FILE:ORG`, and the options `--secrets` and `--root`.
  static func choice(
    named text: String?, _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> OrgChoice {
    var choice = OrgChoice()
    let project = try ProjectFile.read(host.projectFile)
    if let path = try SecretsOption.path(arguments, project, host) {
      choice.secrets = try RunOptions.readSecrets(path)
    }
    choice.root = arguments.text(SharedOptions.root)
    choice.app = arguments.text(SharedOptions.app)
    name(text, in: &choice)
    return choice
  }

  /// Reads texts `FILE` or `FILE:ORG`, and the options that they share.
  ///
  /// The file of secrets is read only once.
  static func choices(
    named texts: [String], _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> [OrgChoice] {
    let shared = try choice(named: nil, arguments, host)
    return texts.map { text in
      var choice = shared
      name(text, in: &choice)
      return choice
    }
  }

  private static func name(_ text: String?, in choice: inout OrgChoice) {
    if let text { (choice.file, choice.name) = RunOptions.fileAndName(text) }
  }
}
