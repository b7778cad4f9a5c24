import FlowDiagnostics
package import FlowSyntax

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads whole files, up to a maximum size.
///
/// The reader uses system calls, because a path may lead to a folder, a pipe or a device, and each
/// of them needs its own error.
package enum FileReader {
  /// Reads the bytes of a file.
  ///
  /// The path `-` is the standard input.
  ///
  /// If a pipe or a device has no data, it waits as long as `goesOn` returns `true`.
  ///
  /// - Parameters:
  ///   - path: The path of the file, relative to the current folder.
  ///   - limit: The maximum number of bytes.
  ///   - goesOn: Returns whether to continue waiting. It is called several times per second. By
  ///     default, waiting continues until the task is canceled.
  /// - Returns: The bytes.
  /// - Throws: `ReadFault`.
  package static func read(
    _ path: String, limit: Int, while goesOn: () -> Bool = { !Task.isCancelled }
  ) throws(ReadFault) -> [UInt8] {
    if path == "-" { return try readAll(0, limit: limit, while: goesOn) }
    // Otherwise, opening a pipe without a writer would block forever.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(reason(errno))
    }
    defer { close(descriptor) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .folder }
    if status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) > limit {
      throw .tooLarge(limit: limit)
    }
    return try readAll(descriptor, limit: limit, while: goesOn)
  }

  /// The time in milliseconds between calls of `goesOn` during a wait.
  private static let wakeMilliseconds: Int32 = 50

  /// Reads an open file to its end.
  package static func readAll(
    _ descriptor: Int32, limit: Int, while goesOn: () -> Bool = { !Task.isCancelled }
  ) throws(ReadFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard goesOn() else { throw .unreadable("it had no data before the time limit") }
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

  /// Returns the system's message for an error number, in lower case.
  package static func reason(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text).lowercased()
  }

  /// Returns a path with all links resolved; `nil` if nothing exists at the path.
  package static func realPath(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// Returns the canonical path of a file, even if the file doesn't exist yet.
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

  /// Whether a path leads to the same file as one of the other paths.
  package static func leads(_ path: String, toOneOf files: [String]) -> Bool {
    let place = place(path)
    return files.contains { self.place($0) == place }
  }

  /// Whether a folder exists at a path.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path leads to a pipe or a device, and not to a file or a folder.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Whether a path is a link of the system to an open file, such as `/dev/stderr`.
  ///
  /// Like a pipe, it can be written to but not replaced.
  package static func isOpenFile(_ path: String) -> Bool { isLink(path) && !isOrdinaryLink(path) }

  /// Whether a path is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether writing to a path would change another file through a link.
  ///
  /// Pipes and devices don't count, because they have no contents to lose. Links of the system,
  /// such as `/dev/stdout`, don't count, because the shell has opened their targets.
  package static func leadsAway(_ path: String) -> Bool {
    isOrdinaryLink(path) && !isSpecial(path)
  }

  /// Whether a path is a symbolic link, apart from links of the system such as `/dev/stdin` and
  /// `/dev/fd/63`.
  static func isOrdinaryLink(_ path: String) -> Bool {
    guard isLink(path) else { return false }
    let slash = path.lastIndex(of: "/")
    let folder = realPath(slash.map { String(path[...$0]) } ?? ".") ?? ""
    return folder != "/dev" && folder != "/dev/fd" && !folder.hasPrefix("/proc/")
  }

  /// Returns the permissions of a file (`st_mode` without its type); `nil` if it isn't a regular
  /// file.
  package static func mode(_ path: String) -> UInt16? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return UInt16(status.st_mode & 0o777)
  }

  /// Whether a path is in use, even by a broken link.
  package static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether a file or a folder exists at a path, or at the target of a link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0
  }

  /// Returns the names in a folder, sorted.
  ///
  /// Hidden names are left out.
  package static func names(in path: String) throws(ReadFault) -> [String] {
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
