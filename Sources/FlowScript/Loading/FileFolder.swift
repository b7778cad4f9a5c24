#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Folders that files are written into.
package enum FileFolder {
  /// The working directory; `nil` where it is gone.
  package static var current: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Makes every folder above a path that isn't there.
  ///
  /// - Parameter path: The path of a file.
  /// - Throws: `PrivateFile.Failure`, with the folder that can't be made.
  package static func make(above path: String) throws(PrivateFile.Failure) {
    let bytes = Array(path.utf8)
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let folder = String(decoding: bytes[..<index], as: UTF8.self)
      guard !FileReader.isFolder(folder) else { continue }
      guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw PrivateFile.Failure(reason: "\(folder): \(FileReader.reason(errno))")
      }
    }
  }
}
