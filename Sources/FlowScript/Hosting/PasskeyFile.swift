import FlowSyntax
package import FlowText
package import FlowAuthenticators
import FlowEngine

/// A file of passkeys.
///
/// It is read at the start, rewritten after each change, and accessible only to its owner.
package enum PasskeyFile {
  /// The largest file that is read.
  ///
  /// The largest possible keyring is smaller.
  package static let bytesMax = 4 << 20

  /// Returns the passkeys of a file.
  ///
  /// If the file doesn't exist yet, the keyring is empty.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - randomBytes: Returns random bytes that are suitable for keys.
  /// - Returns: A keyring that writes the file after each change.
  /// - Throws: `PlainFailure` if the file exists and can't be read.
  package static func keyring(
    at path: String, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) throws(PlainFailure) -> Keyring {
    let keyring = Keyring(randomBytes: randomBytes) { contents throws(PlainFailure) in
      do throws(PlainFailure) {
        // A link stays a link.
        try PrivateFile.write(contents + [0x0A], to: FileReader.realPath(path) ?? path)
      } catch {
        throw PlainFailure("the file of passkeys can't be written: \(error.message)")
      }
    }
    // Reading a pipe could block, and the standard input can't be written.
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
