import FlowHost
import FlowScript
import FlowTerminal

extension OutputFile {
  /// The options that say which file it is.
  ///
  /// - Parameter thing: what is written into it.
  /// - Returns: the options.
  static func specs(_ thing: String) -> [OptionSpec] {
    [
      OptionSpec(
        name: "--output", short: "-o", value: "FILE", meaning: "write \(thing) into this file"),
      OptionSpec(name: "--force", meaning: "write over a file that is there"),
    ]
  }

  /// Reads them; `nil` where no file is named.
  ///
  /// - Throws: `Fault`, where the file is there and may not be written over.
  init?(_ arguments: ParsedArguments) throws(ParsedArguments.Fault) {
    guard let path = arguments.value("--output") else { return nil }
    let isTaken = FileReader.isTaken(path) && !FileReader.isSpecial(path)
    guard arguments.has("--force") || !isTaken else {
      throw ParsedArguments.Fault(
        message: "`\(path.terminalSafe)` is in the way", help: "`--force` writes over it")
    }
    self.init(path: path)
  }
}
