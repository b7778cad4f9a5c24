import FlowTerminal

extension ParsedArguments {
  /// The whole number of an option; `nil` where it isn't given.
  ///
  /// - Parameters:
  ///   - option: the option.
  ///   - range: the numbers that it takes.
  /// - Returns: the number.
  /// - Throws: `Fault`, where it is none of them.
  func number(_ option: String, _ range: ClosedRange<Int>) throws(Fault) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Fault(
        message: "`\(option)` takes a number from \(range.lowerBound) to \(range.upperBound), "
          + "not `\(text.terminalSafe)`", help: nil)
    }
    return number
  }
}
