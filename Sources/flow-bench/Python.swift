import Foundation

/// The Python interpreter for other tools.
enum Python {
  /// Returns the interpreter that an environment variable names, else the system's.
  static func path(named variable: String) -> String? {
    if let named = ProcessInfo.processInfo.environment[variable] { return ChildProcess.find(named) }
    return ChildProcess.find(
      "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3")
  }
}
