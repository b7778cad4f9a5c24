/// A value from outside the script that a flow, or the settings of its org, may send.
package enum OutsideValue: Sendable, Hashable {
  case env(String)
  case secret(String)
  /// A file, by the path in the script, and the script's name.
  case file(path: String, script: String)
  /// A file whose path the script computes in the run.
  case computedFile(script: String)
  /// A program with its arguments as text, and the script's name.
  case command(String, script: String)
  /// A value of `--var`, by its name.
  case variable(String)
}
