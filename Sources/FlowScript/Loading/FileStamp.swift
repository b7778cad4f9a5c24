#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The properties of a file that show whether it must be read again.
package struct FileStamp: Sendable, Hashable {
  private let seconds: Int64
  private let nanoseconds: Int
  private let length: Int64
  /// The number of the inode.
  ///
  /// The number changes if an editor replaces the file with a new one.
  private let number: UInt64

  /// Reads the stamp of the file at a path.
  ///
  /// Links are followed. The result is `nil` if nothing exists there.
  package init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    seconds = Int64(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    length = Int64(status.st_size)
    number = UInt64(status.st_ino)
  }
}
