import FlowSyntax
package import FlowText
package import FlowAuthenticators
import FlowEngine

/// A file of passkeys: read at the start, written whole after each change, for its owner alone.
package enum PasskeyFile {
  /// The largest file that is read: as many passkeys as a keyring holds take less.
  package static let bytesMax = 4 << 20

  /// The passkeys of a file, none where there is no file yet.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - randomBytes: bytes fit for keys.
  /// - Returns: a keyring that writes the file after each change.
  /// - Throws: `PlainFailure` if the file exists and can't be read.
  package static func keyring(
    at path: String, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) throws(PlainFailure) -> Keyring {
    let keyring = Keyring(randomBytes: randomBytes) { contents throws(PlainFailure) in
      do throws(PlainFailure) {
        // A link keeps leading where it leads.
        try PrivateFile.write(contents + [0x0A], to: FileReader.realPath(path) ?? path)
      } catch {
        throw PlainFailure("the file of passkeys can't be written: \(error.message)")
      }
    }
    // A pipe would be waited for, and the standard input can't be written.
    guard path != "-", !FileReader.isSpecial(path) else {
      throw PlainFailure("passkeys are kept in a file, and this is none")
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
