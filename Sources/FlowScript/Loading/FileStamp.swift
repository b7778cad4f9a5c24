#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What changes when a file does: enough to see that it has to be read again.
package struct FileStamp: Sendable, Hashable {
  private let seconds: Int64
  private let nanoseconds: Int
  private let length: Int64
  /// An editor that writes a new file in place of the old one gives it a new number.
  private let number: UInt64

  /// The stamp of the file at a path, links followed; `nil` where there is none.
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
