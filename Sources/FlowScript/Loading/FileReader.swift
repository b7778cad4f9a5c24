import FlowDiagnostics
import FlowSyntax

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads whole files, up to a limit.
///
/// By the system's own calls: what is asked for may be a folder, a pipe or a device without an end,
/// and each of these needs its own clear answer.
package enum FileReader {
  /// Why a file was not read.
  package enum Failure: Error, Sendable, Hashable {
    case notFound
    case folder
    case tooLarge(limit: Int)
    case unreadable(String)
    /// Reading was given up: a pipe or a device had nothing to give in time.
    case ended
  }

  /// The bytes of a file; `-` is the standard input.
  ///
  /// A pipe or a device that has nothing to give is waited for only as long as that goes on.
  ///
  /// - Parameters:
  ///   - path: the file's path, relative to the current folder.
  ///   - limit: the most bytes that are read.
  ///   - goesOn: asked some times a second whether to wait on; by default until the task is canceled.
  /// - Returns: all of its bytes.
  /// - Throws: `Failure`.
  package static func read(
    _ path: String, limit: Int, while goesOn: () -> Bool = { !Task.isCancelled }
  ) throws(Failure) -> [UInt8] {
    if path == "-" { return try readAll(0, limit: limit, while: goesOn) }
    // Opening a pipe that nobody writes to would wait without an end.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .notFound : .unreadable(reason(errno))
    }
    defer { close(descriptor) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .folder }
    if status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) > limit {
      throw .tooLarge(limit: limit)
    }
    return try readAll(descriptor, limit: limit, while: goesOn)
  }

  /// How long a wait for more bytes is before it is asked whether to go on, in milliseconds.
  private static let wakeMilliseconds: Int32 = 50

  /// Everything up to the end of an open file.
  package static func readAll(
    _ descriptor: Int32, limit: Int, while goesOn: () -> Bool = { !Task.isCancelled }
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard goesOn() else { throw .ended }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, wakeMilliseconds) != 0 else { continue }
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe FileDescriptor(descriptor).takeOnce(into: buffer)
      }
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        throw .unreadable(reason(errno))
      }
      guard bytes.count + count <= limit else { throw .tooLarge(limit: limit) }
      bytes += chunk[..<count]
    }
  }

  /// The system's words for an error number, in lower case.
  package static func reason(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text).lowercased()
  }

  /// Where a path leads, links and all; `nil` where there is nothing.
  package static func realPath(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// What a path leads to, by one name however it is written, whether there is anything yet or not.
  package static func place(_ path: String) -> String {
    if let real = realPath(path) { return real }
    let tidied = ScriptPath.tidied(path)
    guard let slash = tidied.lastIndex(of: "/") else {
      return (realPath(".") ?? ".") + "/" + tidied
    }
    let name = tidied[tidied.index(after: slash)...]
    let folder = String(tidied[..<slash])
    return (realPath(folder.isEmpty ? "/" : folder) ?? folder) + "/" + name
  }

  /// Whether a path leads to one of some files.
  package static func leads(_ path: String, toOneOf files: [String]) -> Bool {
    let place = place(path)
    return files.contains { self.place($0) == place }
  }

  /// Whether a path is a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is something at a path that holds no bytes of its own: a pipe, a device.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Whether a path is that of a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether writing to a path would write through a link to another file.
  ///
  /// A pipe or a device holds nothing that is lost, and the system's own links, such as
  /// `/dev/stdout`, lead to what the shell has opened.
  package static func leadsAway(_ path: String) -> Bool {
    isOrdinaryLink(path) && !isSpecial(path)
  }

  /// Whether a path is a symbolic link, and not one of the system's own, such as `/dev/stdin` and
  /// `/dev/fd/63`.
  static func isOrdinaryLink(_ path: String) -> Bool {
    guard isLink(path) else { return false }
    let slash = path.lastIndex(of: "/")
    let folder = realPath(slash.map { String(path[...$0]) } ?? ".") ?? ""
    return folder != "/dev" && folder != "/dev/fd" && !folder.hasPrefix("/proc/")
  }

  /// Who may read and write a file (`st_mode` without its type); `nil` unless it is a regular file.
  package static func mode(_ path: String) -> UInt16? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return UInt16(status.st_mode & 0o777)
  }

  /// Whether there is anything at a path, a link that leads nowhere included.
  package static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether there is a file or a folder at a path.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0
  }

  /// The names in a folder, sorted; hidden ones left out.
  package static func names(in path: String) throws(Failure) -> [String] {
    guard let stream = unsafe opendir(path) else { throw .unreadable(reason(errno)) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
          unsafe String(cString: characters)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}

extension FileReader.Failure {
  /// What a person is told.
  package var words: String {
    switch self {
    case .notFound: "there is no such file"
    case .folder: "this is a folder"
    case .tooLarge(let limit):
      "the file is larger than \(limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB")"
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .ended: "the file was not read: it gave nothing until the end of the wait"
    }
  }
}
