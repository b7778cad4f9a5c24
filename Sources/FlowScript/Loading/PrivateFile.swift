package import FlowText

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes files that only their owner may read.
package enum PrivateFile {
  /// Replaces a whole file.
  ///
  /// Readers find the old or the new file, never a part.
  ///
  /// The new file is written next to it under another name, readable only by its owner, and renamed
  /// at the end. A link at the path is replaced, not followed.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The path of the file.
  ///   - mode: The final permissions. By default, only the owner has access.
  /// - Throws: `PlainFailure` with the system's text. The old file stays.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt16 = 0o600
  ) throws(PlainFailure) {
    let (descriptor, beside) = try create(beside: path)
    var reason = fill(descriptor, bytes)
    if reason == nil, fchmod(descriptor, mode_t(mode)) != 0 { reason = FileReader.reason(errno) }
    if reason == nil, fsync(descriptor) != 0 { reason = FileReader.reason(errno) }
    if close(descriptor) != 0, reason == nil { reason = FileReader.reason(errno) }
    if reason == nil, unsafe rename(beside, path) != 0 { reason = FileReader.reason(errno) }
    guard let reason else { return }
    unsafe unlink(beside)
    throw PlainFailure(reason)
  }

  /// Writes into an existing pipe or device.
  ///
  /// A pipe without a reader is refused, because waiting for a reader may never end.
  ///
  /// - Throws: `PlainFailure`.
  package static func put(_ bytes: [UInt8], into path: String) throws(PlainFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw PlainFailure(errno == ENXIO ? "no one reads it" : FileReader.reason(errno))
    }
    defer { close(descriptor) }
    // It was opened without waiting for a reader, but is written at the pace of the reader.
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    if let reason = fill(descriptor, bytes) { throw PlainFailure(reason) }
  }

  /// Writes all bytes, and returns the reason if it can't.
  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe FileDescriptor(descriptor).put($0) }
      guard count > 0 else { return FileReader.reason(errno) }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Checks whether a file could be written at a path, and leaves no file there.
  ///
  /// - Throws: `PlainFailure`.
  package static func check(_ path: String) throws(PlainFailure) {
    guard !FileReader.isFolder(path) else { throw PlainFailure("this is a folder") }
    guard !FileFolder.leadsOut(path) else { throw PlainFailure(FileFolder.leadsOutReason) }
    if FileReader.isSpecial(path) {
      guard unsafe access(path, W_OK) == 0 else { throw PlainFailure(FileReader.reason(errno)) }
      return
    }
    let (descriptor, beside) = try create(beside: path)
    close(descriptor)
    unsafe unlink(beside)
  }

  /// Removes a file.
  ///
  /// - Throws: `PlainFailure`.
  package static func remove(_ path: String) throws(PlainFailure) {
    guard unsafe unlink(path) == 0 else { throw PlainFailure(FileReader.reason(errno)) }
  }

  /// Creates a new file in the same folder, so that it can be renamed atomically.
  private static func create(
    beside path: String
  ) throws(PlainFailure) -> (descriptor: Int32, path: String) {
    for _ in 0..<8 {
      let beside = "\(path).\(UInt32.random(in: .min ... .max)).new"
      let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return (descriptor, beside) }
      guard errno == EEXIST else { break }
    }
    throw PlainFailure(FileReader.reason(errno))
  }
}
