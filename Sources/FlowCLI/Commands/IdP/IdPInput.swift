import FlowSyntax
import FlowScript
import FlowTerminal
import FlowText

/// Reads a message from a command line.
enum IdPInput {
  private typealias Fault = UsageFault

  /// The maximum size of the input in bytes.
  ///
  /// A longer input isn't a message, and reading it would waste memory.
  private static let bytesMax = 16 << 20

  /// Returns the bytes of a message: from the command line, or from the standard input for `-`.
  static func read(_ text: String) throws(UsageFault) -> [UInt8] {
    guard text == "-" else { return Array(text.utf8) }
    let bytes: [UInt8]
    do throws(ReadFault) { bytes = try FileReader.read("-", limit: bytesMax) } catch {
      throw Fault(message: "the standard input: \(error.words)", help: nil)
    }
    return try message(bytes)
  }

  /// Returns the message in an input, without the line breaks that a program has added at the end.
  ///
  /// - Throws: `Fault` if the input is empty or blank.
  static func message(_ input: [UInt8]) throws(UsageFault) -> [UInt8] {
    var bytes = input
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) else {
      throw Fault(
        message: "the standard input is empty",
        help: "`-` reads a message from there: a URL, or a bundle, which is the command and then a "
          + "line NAME=value each")
    }
    return bytes
  }

  /// Whether a text is the lines of a bundle, because its first line isn't a URL.
  static func isBundle(_ bytes: [UInt8]) -> Bool {
    let line = bytes.prefix { $0 != 0x0A }
    let mark = line.firstRange(of: Array("://".utf8))?.lowerBound ?? line.endIndex
    let equals = line.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
    if equals < mark { return true }
    return mark == line.endIndex && bytes.contains(0x0A)
  }
}
