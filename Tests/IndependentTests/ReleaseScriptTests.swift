import CommandSupport
import Foundation
import Testing

/// The scripts that build, test and install a release, run by bash.
@Suite(.enabled(if: Tool.answers(["bash", "--version"]), "no bash here"))
struct ReleaseScriptTests {
  private static let folder = Project.root + "/.github/release/"
  static let scripts =
    [".ci/run", "Tests/Fuzz/run"] + ["build", "install", "test"].map { ".github/release/" + $0 }

  private func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let run = try Tool.run(arguments, showsErrors: true)
    return (run.status, String(decoding: run.output, as: UTF8.self))
  }

  @Test("bash reads each script without an error", arguments: scripts)
  func syntax(script: String) throws {
    let run = try run(["bash", "-n", "\(Project.root)/\(script)"])
    #expect(run.status == 0 && run.text.isEmpty, "\(run.text)")
  }

  @Test(
    "A wrong command line prints the usage",
    arguments: [
      ["build", "--nope"], ["build", "--output"], ["build", "--jobs", "two"], ["install"],
      ["install", "--nope"], ["install", "--from"],
      ["install", "--from", "file:///", "--version", "../1"], ["test"], ["test", "--nope"],
    ])
  func usage(words: [String]) throws {
    let run = try run([Self.folder + words[0]] + words.dropFirst())
    #expect(run.status == 4 && run.text.contains("Usage: "), "\(run.text)")
  }

  /// A release of a program that only prints its version, as a repository has it.
  private func release() throws -> URL {
    let root = FileManager.default.temporaryDirectory
      .appending(path: "flow-release-\(UUID().uuidString)")
    let folder = root.appending(path: "releases/download/v9.9.9")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let make = """
      set -e; cd "$1"; mkdir bin
      printf '#!/bin/sh\\necho flow 9.9.9\\n' >bin/flow; chmod +x bin/flow
      for system in linux-x86_64 linux-arm64 macos-arm64; do
        tar -czf "flow-9.9.9-$system.tar.gz" bin
      done
      if command -v sha256sum >/dev/null; then sum=sha256sum; else sum='shasum -a 256'; fi
      $sum flow-*.tar.gz >SHA256SUMS
      """
    let made = try run(["bash", "-c", make, "bash", folder.path()])
    try #require(made.status == 0, "\(made.text)")
    return root
  }

  @Test(
    "A release is installed if its checksum is right, and nothing is if it is wrong",
    .enabled(if: Tool.answers(["curl", "--version"]), "no curl here"))
  func install() throws {
    let root = try release()
    defer { try? FileManager.default.removeItem(at: root) }
    func install(_ version: String, into name: String) throws -> (status: Int32, text: String) {
      let prefix = root.appending(path: name).path()
      return try run([
        Self.folder + "install", "--from", "file://" + root.path(), "--version", version,
        "--prefix", prefix,
      ])
    }
    let right = try install("v9.9.9", into: "right")
    #expect(right.status == 0 && right.text.hasSuffix("/right/bin/flow\n"), "\(right.text)")

    let unknown = try install("9.9.8", into: "unknown")
    #expect(unknown.status == 1 && unknown.text.contains("does this version exist?"))

    let sums = root.appending(path: "releases/download/v9.9.9/SHA256SUMS")
    let text = try String(contentsOf: sums, encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      String(repeating: "0", count: 64) + $0.dropFirst(64)
    }
    try lines.joined(separator: "\n").write(to: sums, atomically: true, encoding: .utf8)
    let wrong = try install("9.9.9", into: "wrong")
    #expect(wrong.status == 1 && wrong.text.contains("nothing is installed"), "\(wrong.text)")
    #expect(!FileManager.default.fileExists(atPath: root.appending(path: "wrong").path()))

    try "".write(to: sums, atomically: true, encoding: .utf8)
    let missing = try install("9.9.9", into: "missing")
    #expect(missing.status == 1 && missing.text.contains("doesn't list"), "\(missing.text)")
  }
}
