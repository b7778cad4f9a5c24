import FlowScript
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A temporary folder for a test's files, deleted with this object.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory
      .appending(path: "flow-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and its parent folders; returns its full path.
  package func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  /// Writes a file of bytes.
  package func write(_ name: String, bytes: [UInt8]) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    // Secrets have their owner's permissions.
    if file.pathExtension == "env" { try mode(name, 0o600) }
    return file.path(percentEncoded: false)
  }

  /// Makes a link and its parent folders.
  package func link(_ name: String, to target: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: file.path(), withDestinationPath: target)
  }

  /// Sets a file's permissions.
  package func mode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: URL(filePath: path).appending(path: name).path())
  }

  #if os(Linux) || os(macOS)
  /// Writes a program; returns its full path.
  ///
  /// Another process writes it: a file that this process has open for writing is also open in a
  /// child that another test starts at that moment. A file that is open for writing can't be
  /// executed.
  package func program(_ name: String, _ text: String) async throws -> String {
    let file = try write(name, "")
    let written = try await ChildCommand.run(
      [
        "/bin/sh", "-c",
        "printf %s \"$1\" >\"$0.new\" && chmod 755 \"$0.new\" && mv \"$0.new\" \"$0\"", file, text,
      ],
      timeLimit: Patience.limit)
    try #require(written.status == 0)
    return file
  }
  #endif

  /// Makes a file of zeros that uses no disk space.
  package func sparse(_ name: String, length: Int) throws -> String {
    let file = try write(name, "")
    _ = unsafe truncate(file, off_t(length))
    return file
  }

  /// The permissions of a file.
  package func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
  }

  /// Makes a folder in this one.
  package func makeFolder(_ name: String) throws -> String {
    let folder = URL(filePath: path).appending(path: name).path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }
}
