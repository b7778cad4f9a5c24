import FlowScript
import FlowTerminal

extension IdPCommand {
  /// The longest input that is read: more is no message, and is not kept in memory to say so.
  static let bytesMax = 16 << 20

  /// A message as it was given: on the command line, or on the standard input for `-`.
  ///
  /// The line break at its end belongs to whoever wrote it there.
  static func read(_ text: String) throws(Fault) -> [UInt8] {
    guard text == "-" else { return Array(text.utf8) }
    var bytes: [UInt8]
    do throws(FileReader.Failure) { bytes = try FileReader.read("-", limit: bytesMax) } catch {
      throw Fault(message: "the standard input: \(error.words)", help: nil)
    }
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    return bytes
  }

  /// Whether a text is a bundle's lines: none begins with a URL.
  static func isBundle(_ bytes: [UInt8]) -> Bool {
    let line = bytes.prefix { $0 != 0x0A }
    let mark = line.firstRange(of: Array("://".utf8))?.lowerBound ?? line.endIndex
    let equals = line.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
    if equals < mark { return true }
    return mark == line.endIndex && bytes.contains(0x0A)
  }
}
