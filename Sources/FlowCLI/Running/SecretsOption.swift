import FlowHost
import FlowTerminal

/// The file of secrets that a command reads: the one of `--secrets`, or the project's.
enum SecretsOption {
  /// Returns the path of the file, and warns if other users can read the project's file.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - project: The project's file; `nil` if there isn't one.
  ///   - host: The location of the project's file.
  ///   - folder: The folder of the project if it isn't the current one.
  /// - Returns: The path; `nil` if there isn't one.
  /// - Throws: `UsageFault` if the project's file in the folder is invalid.
  static func path(
    _ arguments: ParsedArguments, _ project: ProjectFile?, _ host: Host,
    folder: String? = nil
  ) throws(UsageFault) -> String? {
    if let path = arguments.text(SharedOptions.secrets) { return path }
    var path = project?.secretsFile ?? ProjectFile.usualSecretsFile(beside: host.projectFile)
    if path == nil, let folder { path = try ProjectFile.secretsFile(of: folder) }
    if let path { SecretsFile.warn(of: path, host) }
    return path
  }
}
