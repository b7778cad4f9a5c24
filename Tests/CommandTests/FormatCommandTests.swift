#if canImport(FoundationEssentials)
import CommandSupport
import FoundationEssentials
#else
import Foundation
#endif
import FlowCLI
import FlowTerminal
import Testing

@Suite("flow fmt")
struct FormatCommandTests {
  static let formed = "on a   skip\non bcd skip\n"
  static let crooked = "on a skip # one\non bcd   skip"
  static let straight = "on a   skip  # one\non bcd skip\n"

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("A file is formatted and its path printed; a second time nothing changes")
  func writes() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", Self.crooked)
    _ = try folder.write("b.flow", Self.formed)
    let first = await Shell()("fmt", folder.path)
    #expect(first.status == .success && first.output == file + "\n", "\(first.all)")
    #expect(text(file) == Self.straight)
    let second = await Shell()("fmt", folder.path)
    #expect(second.status == .success && second.output.isEmpty, "\(second.all)")
  }

  @Test("--check and --diff write nothing, and fail if a file would change")
  func checks() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", Self.crooked)
    let check = await Shell()("fmt", "--check", file)
    #expect(check.status == .failed && check.output == file + "\n", "\(check.all)")
    let diff = await Shell()("fmt", "--diff", file)
    #expect(diff.status == .failed)
    #expect(
      diff.output == """
        --- \(file)
        +++ \(file)
        @@ -1,2 +1,2 @@
        -on a skip # one
        -on bcd   skip
        \\ No newline at end of file
        +on a   skip  # one
        +on bcd skip

        """, "\(diff.all)")
    #expect(text(file) == Self.crooked)
    let good = try folder.write("b.flow", Self.formed)
    let none = await Shell()("fmt", "--check", "--diff", good)
    #expect(none.status == .success && none.output.isEmpty)
  }

  @Test("--diff shows no secret from the script")
  func secretLiterals() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.flow",
      """
      org p at "https://user:address-canary@org.example/o" {
      client-id "a"; client-secret "literal-canary"
      }

      """)
    let diff = await Shell()("fmt", "--diff", file)
    #expect(diff.status == .failed, "\(diff.all)")
    #expect(!diff.all.contains("canary") && diff.output.contains("••••••"), "\(diff.all)")
    withExtendedLifetime(folder) {}
  }

  @Test("A file with mistakes isn't changed, and its mistakes are reported")
  func mistakes() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", "on a skip\non (")
    let other = try folder.write("b.flow", Self.crooked)
    let run = await Shell()("fmt", file, other)
    #expect(run.status == .wrongScript && run.errors.contains("a.flow:2:4"), "\(run.all)")
    #expect(text(file) == "on a skip\non (" && text(other) == Self.straight)
    let missing = await Shell()("fmt", folder.path + "/none.flow")
    #expect(missing.status == .wrongScript && missing.errors.contains("[file-not-found]"))
  }

  @Test("A link stays a link, and a file's permissions stay")
  func links() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", Self.crooked)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let link = folder.path + "/link.flow"
    try manager.createSymbolicLink(atPath: link, withDestinationPath: file)
    let run = await Shell()("fmt", link)
    #expect(run.status == .success, "\(run.all)")
    #expect(text(file) == Self.straight)
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try folder.permissions(of: "a.flow") == 0o640)
  }

  @Test("The package's own examples are formatted")
  func examples() async throws {
    let run = await Shell()("fmt", "--check", Project.root + "/Examples")
    #expect(run.status == .success, "\(run.all)")
  }
}
