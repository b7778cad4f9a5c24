/// A value from outside the script that a flow, or the settings of its org, may send.
package enum OutsideValue: Sendable, Hashable {
  case env(String)
  case secret(String)
  /// A file, by the path that the script writes and the script's name.
  case file(path: String, script: String)
  /// A file whose path is computed during the run.
  case computedFile(script: String)
  /// A program and its arguments as one text, and the script's name.
  case command(String, script: String)
  /// A value of `--var`, by its name.
  case variable(String)
}
