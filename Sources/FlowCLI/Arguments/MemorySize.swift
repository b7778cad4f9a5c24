import FlowTerminal
import FlowText

/// Reads sizes of memory on the command line, such as `500MB` or `1.5GB`.
enum MemorySize {
  private static let units = [("KB", 10), ("MB", 20), ("GB", 30), ("TB", 40)]

  /// Reads a size.
  ///
  /// - Parameter text: A number and a unit. Each unit is 1024 times the smaller one.
  /// - Returns: The size in bytes.
  /// - Throws: `Fault` if the text isn't a size.
  static func bytes(_ text: String) throws(ParsedArguments.Fault) -> Int {
    for (unit, shift) in units where text.uppercased().hasSuffix(unit) {
      let number = Double(text.dropLast(unit.count))
      guard let number, number > 0, number * Double(1 << shift) < 1e18 else { continue }
      return Int(number * Double(1 << shift))
    }
    throw ParsedArguments.Fault(
      message: "`\(text)` isn't a size of memory",
      help: "write a number and KB, MB or GB: `500MB`, `2GB`")
  }
}
