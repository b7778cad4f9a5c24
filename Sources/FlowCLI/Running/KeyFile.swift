import FlowHost
import FlowJOSE
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText

/// Reads the file with a key that an option of the command line names.
enum KeyFile {
  /// The maximum size of the file in bytes.
  private static let bytesMax = 64 << 10

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - option: The option that names the file, for messages.
  ///   - help: What the option needs, if the file can't be read.
  ///   - key: Makes the key from the bytes of the file.
  /// - Returns: The key.
  /// - Throws: `UsageFault` with the path.
  static func read<Key>(
    _ path: String, of option: any DeclaredOption, help: TerminalText,
    _ key: ([UInt8]) throws(WebKeyFailure) -> Key
  ) throws(UsageFault) -> Key {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: bytesMax)
    } catch {
      throw UsageFault(message: "`\(option.spec.name)`: \(path): \(error.words)", help: help)
    }
    do throws(WebKeyFailure) {
      return try key(bytes)
    } catch {
      throw UsageFault(
        message: "`\(option.spec.name)`: \(path): \(error.message)",
        help: error.help.map { "\($0)" })
    }
  }
}
