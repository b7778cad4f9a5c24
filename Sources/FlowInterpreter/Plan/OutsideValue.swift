/// A value from outside of the script that a flow, or the settings of its org, may send.
package enum OutsideValue: Sendable, Hashable {
  case env(String)
  case secret(String)
  /// A file, by the path that the script writes, and the script's name.
  case file(path: String, script: String)
  /// A file of a script whose path is made in the run.
  case computedFile(script: String)
  /// A program with its arguments, as a user reads it, and the script's name.
  case command(String, script: String)
  /// A value of `--var`, by its name.
  case variable(String)
}
