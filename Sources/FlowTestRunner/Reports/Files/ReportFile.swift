import FlowText
import FlowScript

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is written during a run.
final class ReportFile: ReportSink, ReportSpool {
  private let descriptor: Int32
  private let path: String

  /// How a file is opened.
  enum Mode {
    /// Replace the contents of the file.
    case anew
    /// Append on a new line.
    case appending
    /// Create a file without a name, which disappears when the process ends.
    case unnamed
    /// Create a new file.
    case new
  }

  /// Opens a file, and creates the folders above it.
  ///
  /// - Parameters:
  ///   - path: The path of the file. An unnamed file is created in the folder of this path.
  ///   - mode: The mode.
  ///   - isShared: Whether other runs may write to the file at the same time. A link is then
  ///     followed, because the environment names the file, and not an option.
  /// - Throws: `PlainFailure` with the system's message. Also if another run is writing to the
  ///   file, or if the path is a link to another file.
  init(_ path: String, _ mode: Mode, isShared: Bool = false) throws(PlainFailure) {
    self.path = path
    if case .unnamed = mode {
      descriptor = try ReportFile.unnamed(beside: path)
      return
    }
    if !isShared { try ReportFile.checkLink(path) }
    do throws(PlainFailure) { try FileFolder.make(above: path) } catch {
      throw PlainFailure(error.message, at: path)
    }
    let flags =
      switch mode {
      case .anew, .unnamed: O_WRONLY | O_CREAT
      case .appending: O_RDWR | O_CREAT | O_APPEND
      case .new: O_WRONLY | O_CREAT | O_EXCL
      }
    // If the path became a link after the check, the link isn't followed.
    let follows = isShared || FileReader.isLink(path)
    descriptor = unsafe open(path, flags | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW), 0o666)
    guard descriptor >= 0 else { throw PlainFailure(path: path, number: errno) }
    if !isShared { try hold() }
    switch mode {
    // Special files, such as devices, have no length.
    case .anew: _ = ftruncate(descriptor, 0)
    case .appending: if endsWithinLine { try write([UInt8(ascii: "\n")]) }
    case .unnamed, .new: break
    }
  }

  /// Checks that a path isn't a link to another file, or to a folder outside of the tree.
  ///
  /// - Throws: `PlainFailure` if the path is such a link.
  static func checkLink(_ path: String) throws(PlainFailure) {
    guard !FileFolder.leadsOut(path) else {
      throw PlainFailure(FileFolder.leadsOutReason, at: path)
    }
    guard FileReader.leadsAway(path) else { return }
    throw PlainFailure(
      "this is a link, and a report isn't written through a link", at: path)
  }

  /// Locks the file, so that no other run can write between the lines of this run.
  private func hold() throws(PlainFailure) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK
    else { return }
    throw PlainFailure(
      "another run is writing to it; give each run its own file", at: path)
  }

  deinit {
    // A child process may briefly have a copy of the descriptor. So the lock is released
    // explicitly.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func unnamed(beside path: String) throws(PlainFailure) -> Int32 {
    for _ in 0..<8 {
      let name = "\(path).\(UInt32.random(in: .min ... .max)).parts"
      let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        unsafe unlink(name)
        return descriptor
      }
      guard errno == EEXIST else { break }
    }
    throw PlainFailure(path: path, number: errno)
  }

  /// Whether the last line of the file has no line break, as after a run that was killed.
  private var endsWithinLine: Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size > 0 else { return false }
    var byte = UInt8(ascii: "\n")
    let count = unsafe withUnsafeMutableBytes(of: &byte) { buffer in
      unsafe pread(descriptor, buffer.baseAddress, 1, size - 1)
    }
    return count == 1 && byte != UInt8(ascii: "\n")
  }

  func write(_ bytes: [UInt8]) throws(PlainFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe FileDescriptor(descriptor).put($0) }
      guard count > 0 else { throw PlainFailure(path: path, number: errno) }
      rest = rest.dropFirst(count)
    }
  }

  func append(_ bytes: [UInt8]) throws(PlainFailure) { try write(bytes) }

  func read(_ range: Range<Int>) throws(PlainFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        return unsafe pread(
          descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + done))
      }
      if count > 0 {
        done += count
      } else if count == 0 {
        throw PlainFailure("it is truncated", at: path)
      } else if errno != EINTR {
        throw PlainFailure(path: path, number: errno)
      }
    }
    return bytes
  }

  /// Flushes the file to the disk.
  ///
  /// Pipes don't support this, so their error is ignored.
  func complete() throws(PlainFailure) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS else {
      throw PlainFailure(path: path, number: errno)
    }
  }

  /// Copies the permissions of another file.
  func takeRights(of status: stat) {
    _ = fchmod(descriptor, status.st_mode & 0o7777)
  }
}

extension PlainFailure {
  /// Creates the failure of a system call.
  init(path: String, number: Int32) {
    self.init(FileReader.reason(number), at: path)
  }
}
