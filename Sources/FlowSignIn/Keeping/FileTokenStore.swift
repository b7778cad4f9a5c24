public import FlowEngine
import FlowScript
import FlowSyntax
public import FlowText

/// Keeps tokens in a file that only its owner can read (mode 0600).
///
/// The file is replaced in one step, so it never has half of the tokens. On Apple systems, use
/// `KeychainTokenStore` instead, because the system encrypts it.
public struct FileTokenStore: TokenStore {
  private let path: String

  /// The maximum size of the file in bytes; tokens have a few kilobytes.
  private static let bytesMax = 1 << 20

  /// Makes a store.
  ///
  /// - Parameter path: The path of the file. Its folder must exist.
  public init(path: String) { self.path = path }

  /// Returns the tokens in the file; `nil` if the file doesn't exist.
  ///
  /// - Throws: `PlainFailure` if the file can't be read or has other contents.
  public func read() async throws(PlainFailure) -> Tokens? {
    let bytes: [UInt8]
    do throws(ReadFault) {
      bytes = try FileReader.read(path, limit: FileTokenStore.bytesMax)
    } catch {
      if case .missing = error { return nil }
      throw PlainFailure(error.words)
    }
    return try Tokens(bytes: bytes)
  }

  /// Replaces the file.
  ///
  /// - Parameter tokens: The new tokens.
  /// - Throws: `PlainFailure` if the file can't be written. An existing file is then unchanged.
  public func write(_ tokens: Tokens) async throws(PlainFailure) {
    try PrivateFile.write(tokens.bytes + [0x0A], to: path)
  }

  /// Removes the file.
  ///
  /// - Throws: `PlainFailure` if it can't be removed.
  public func remove() async throws(PlainFailure) {
    guard try await read() != nil else { return }
    try PrivateFile.remove(path)
  }
}
