package import FlowText

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes files that only their owner can read.
package enum PrivateFile {
  /// Replaces a whole file.
  ///
  /// A reader finds either the old or the new contents. The new file is written under another name
  /// in the same folder, and renamed at the end. Until then, only its owner can read it. If the
  /// path is a link, the link is replaced and not followed.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The path of the file.
  ///   - mode: The final permissions. By default, only the owner has access.
  /// - Throws: `PlainFailure` with the system's message. An existing file is then unchanged.
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

  /// Writes to an existing pipe or device.
  ///
  /// If no one reads the pipe, this throws, because waiting for a reader might never end.
  ///
  /// - Throws: `PlainFailure` if the bytes can't be written.
  package static func put(_ bytes: [UInt8], into path: String) throws(PlainFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw PlainFailure(errno == ENXIO ? "no one reads it" : FileReader.reason(errno))
    }
    defer { close(descriptor) }
    // It was opened without waiting for a reader. Now each write waits for the reader.
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    if let reason = fill(descriptor, bytes) { throw PlainFailure(reason) }
  }

  /// Writes all bytes.
  ///
  /// Returns the reason if that fails; otherwise `nil`.
  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe FileDescriptor(descriptor).put($0) }
      guard count > 0 else { return FileReader.reason(errno) }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Checks whether a file can be written at a path.
  ///
  /// No file is left there.
  ///
  /// - Throws: `PlainFailure` if it can't be written.
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
  /// - Throws: `PlainFailure` if it can't be removed.
  package static func remove(_ path: String) throws(PlainFailure) {
    guard unsafe unlink(path) == 0 else { throw PlainFailure(FileReader.reason(errno)) }
  }

  /// Creates a new file in the same folder, which can later be renamed in one step.
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
