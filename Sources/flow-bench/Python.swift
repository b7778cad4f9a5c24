import Foundation

/// The Python by which other tools are run.
enum Python {
  /// The interpreter that a variable of the environment names, else the system's.
  static func path(named variable: String) -> String? {
    if let named = ProcessInfo.processInfo.environment[variable] { return ChildProcess.find(named) }
    return ChildProcess.find(
      "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3")
  }
}
