import FlowText
import FlowScript

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is written as a run goes on.
final class ReportFile: ReportSink, ReportSpool {
  private let descriptor: Int32
  private let path: String

  /// How a file is opened.
  enum Mode {
    /// In place of what it holds.
    case anew
    /// Behind what it holds, on a line of its own.
    case appending
    /// Without a name: it is gone with the process, however that ends.
    case unnamed
    /// A new one.
    case new
  }

  /// Opens a file; the folders above it are made.
  ///
  /// - Parameters:
  ///   - path: its path; of an unnamed one, the file beside which it takes its room.
  ///   - mode: how.
  ///   - isShared: whether other runs may write to it at the same time, each in one piece; a link
  ///     is followed then, since the environment and no option names the file.
  /// - Throws: `PlainFailure`, in the system's words; where another run is writing to it, too, or
  ///   the path is that of a link to another file.
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
    // What has become a link since then isn't followed either.
    let follows = isShared || FileReader.isLink(path)
    descriptor = unsafe open(path, flags | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW), 0o666)
    guard descriptor >= 0 else { throw PlainFailure(path: path, number: errno) }
    if !isShared { try hold() }
    switch mode {
    // What is no file has no length.
    case .anew: _ = ftruncate(descriptor, 0)
    case .appending: if endsWithinLine { try write([UInt8(ascii: "\n")]) }
    case .unnamed, .new: break
    }
  }

  /// Refuses to write through a link to another file, or to a folder outside of the tree.
  ///
  /// - Throws: `PlainFailure`.
  static func checkLink(_ path: String) throws(PlainFailure) {
    guard !FileFolder.leadsOut(path) else {
      throw PlainFailure(FileFolder.leadsOutReason, at: path)
    }
    guard FileReader.leadsAway(path) else { return }
    throw PlainFailure(
      "this is a link, and a report isn't written through a link", at: path)
  }

  /// Keeps other runs from writing between the lines of this one, as long as it is open.
  private func hold() throws(PlainFailure) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK
    else { return }
    throw PlainFailure(
      "another run is writing to it; give each run a file of its own", at: path)
  }

  deinit {
    // A program that was started in between has a copy of the descriptor for a moment; the lock ends
    // with this file all the same.
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

  /// Whether the file's last line has no end, as a run that was killed may leave it.
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
        throw PlainFailure("its parts are cut short", at: path)
      } else if errno != EINTR {
        throw PlainFailure(path: path, number: errno)
      }
    }
    return bytes
  }

  /// Has the system write what it holds back; a pipe holds nothing back, and can't.
  func complete() throws(PlainFailure) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS else {
      throw PlainFailure(path: path, number: errno)
    }
  }

  /// Gives the file the rights that another one has.
  func takeRights(of status: stat) {
    _ = fchmod(descriptor, status.st_mode & 0o7777)
  }
}

extension PlainFailure {
  /// A failure of a call of the system.
  init(path: String, number: Int32) {
    self.init(FileReader.reason(number), at: path)
  }
}
