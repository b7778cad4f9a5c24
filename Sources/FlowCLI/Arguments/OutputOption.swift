import FlowHost
import FlowScript
import FlowTerminal
import FlowText

/// The options for the file into which a command writes its output.
enum OutputOption {
  /// Returns the options, in the order of help.
  ///
  /// - Parameter thing: A noun phrase for the output, such as `the org`.
  /// - Returns: The options.
  static func options(_ thing: String) -> [any DeclaredOption] {
    [
      SharedOptions.output.described(as: "write \(thing) into this file"), SharedOptions.force,
    ]
  }

  /// Returns the output file of a command line; `nil` if it names none.
  ///
  /// - Throws: `UsageFault` if the file exists and may not be overwritten.
  static func file(_ arguments: ParsedArguments) throws(UsageFault) -> OutputFile? {
    guard let path = arguments.text(SharedOptions.output) else { return nil }
    let isTaken = FileReader.isTaken(path) && !FileReader.isSpecial(path)
    guard arguments.has(SharedOptions.force) || !isTaken else {
      throw UsageFault(
        message: "`\(path)` already exists", help: "`--force` overwrites it")
    }
    return OutputFile(path: path)
  }
}
