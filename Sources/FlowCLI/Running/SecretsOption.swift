import FlowHost
import FlowTerminal

/// The file of secrets that a command reads: the one of `--secrets`, or the project's.
enum SecretsOption {
  /// Returns the path of the file, and warns if other users can read the project's file.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - host: The location of the project's file.
  ///   - folder: The folder of the project if it isn't the current one.
  /// - Returns: The path; `nil` if there is no such file.
  /// - Throws: `UsageFault` if the project's file is invalid.
  static func path(
    _ arguments: ParsedArguments, _ host: Host, project folder: String? = nil
  ) throws(UsageFault) -> String? {
    if let path = arguments.text(SharedOptions.secrets) { return path }
    let project = try ProjectFile.read(host.projectFile)
    var path = project?.secretsFile ?? ProjectFile.usualSecretsFile(beside: host.projectFile)
    if path == nil, let folder { path = try ProjectFile.secretsFile(of: folder) }
    if let path { SecretsFile.warn(of: path, host) }
    return path
  }
}
