import FlowSyntax
package import FlowText
package import FlowAuthenticators
import FlowEngine

/// Stores passkeys in a file.
///
/// The file is read once, and rewritten after each change. Only its owner can access it.
package enum PasskeyFile {
  /// The maximum size of the file in bytes.
  ///
  /// No keyring needs more.
  package static let bytesMax = 4 << 20

  /// Returns a keyring with the passkeys in a file.
  ///
  /// If the file doesn't exist, the keyring is empty.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - randomBytes: Returns random bytes that are suitable for keys.
  /// - Returns: A keyring that writes the file after each change.
  /// - Throws: `PlainFailure` if the file exists but can't be read.
  package static func keyring(
    at path: String, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) throws(PlainFailure) -> Keyring {
    let keyring = Keyring(randomBytes: randomBytes) { contents throws(PlainFailure) in
      do throws(PlainFailure) {
        // If the path is a link, the link's target is written.
        try PrivateFile.write(contents + [0x0A], to: FileReader.realPath(path) ?? path)
      } catch {
        throw PlainFailure("the file of passkeys can't be written: \(error.message)")
      }
    }
    // Reading a pipe could block, and the standard input can't be written to.
    guard path != "-", !FileReader.isSpecial(path) else {
      throw PlainFailure("passkeys need a regular file")
    }
    let contents: [UInt8]
    do throws(ReadFault) {
      contents = try FileReader.read(path, limit: bytesMax)
    } catch .missing {
      return keyring
    } catch {
      throw PlainFailure(error.words)
    }
    try keyring.add(contents: contents)
    return keyring
  }
}
