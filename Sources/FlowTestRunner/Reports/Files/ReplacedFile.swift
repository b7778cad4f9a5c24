import FlowText
import FlowScript

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that replaces an older file when it is complete.
///
/// So readers find either the old contents or the new.
///
/// The new file is written under a temporary name next to the older file, and gets the same
/// permissions. Links are refused, except the system's links, such as `/dev/stdout`.
final class ReplacedFile: ReportSink {
  private let path: String
  private let target: String
  private var beside: (file: ReportFile, path: String)?

  /// Prepares to replace a file.
  ///
  /// Nothing is written yet.
  init(_ path: String) {
    self.path = path
    target = FileReader.isLink(path) ? FileReader.realPath(path) ?? path : path
  }

  deinit {
    if let beside { unsafe unlink(beside.path) }
  }

  func write(_ bytes: [UInt8]) throws(PlainFailure) {
    try opened().write(bytes)
  }

  func complete() throws(PlainFailure) {
    let file = try opened()
    var status = stat()
    if unsafe stat(target, &status) == 0 { file.takeRights(of: status) }
    try file.complete()
    guard let name = beside?.path, unsafe rename(name, target) == 0 else {
      throw PlainFailure(path: path, number: errno)
    }
    beside = nil
  }

  /// Returns the new file.
  ///
  /// The first call creates it.
  private func opened() throws(PlainFailure) -> ReportFile {
    if let beside { return beside.file }
    try ReportFile.checkLink(path)
    guard !FileReader.isFolder(target) else {
      throw PlainFailure("this is a folder", at: path)
    }
    let name = "\(target).\(UInt32.random(in: .min ... .max)).new"
    do throws(PlainFailure) {
      let file = try ReportFile(name, .new)
      beside = (file, name)
      return file
    } catch { throw PlainFailure(error.message, at: path) }
  }
}
