import FlowHost
import FlowScript
import FlowTerminal

extension OutputFile {
  /// Returns the options that name the file.
  ///
  /// - Parameter thing: The thing that is written into it.
  /// - Returns: The options, in the order of help.
  static func options(_ thing: String) -> [any DeclaredOption] {
    [
      SharedOptions.output.described(as: "write \(thing) into this file"), SharedOptions.force,
    ]
  }

  /// Reads them; `nil` if no file is named.
  ///
  /// - Throws: `UsageFault` if the file exists and may not be overwritten.
  init?(_ arguments: ParsedArguments) throws(UsageFault) {
    guard let path = arguments.text(SharedOptions.output) else { return nil }
    let isTaken = FileReader.isTaken(path) && !FileReader.isSpecial(path)
    guard arguments.has(SharedOptions.force) || !isTaken else {
      throw UsageFault(
        message: "`\(path.terminalSafe)` is in the way", help: "`--force` writes over it")
    }
    self.init(path: path)
  }
}
