import CommandSupport
import FlowCLI
import FlowScript
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A checkout from someone else may have a link to any folder of the user.
@Suite("Files that are written into linked folders")
struct LinkedFolderTests {
  /// A folder below the current one, which is in the current folder's tree.
  private static func nearby() throws -> String {
    let path = ".build/flow-links-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test("A link in the tree to a folder outside it is refused", arguments: ["run", "test"])
  func refused(command: String) async throws {
    let (outside, near) = (try TemporaryFolder(), try Self.nearby())
    defer { try? FileManager.default.removeItem(atPath: near) }
    let script = try outside.write("a.flow", "on identify stop\nexpect stopped\n")
    try FileManager.default.createSymbolicLink(
      atPath: near + "/out", withDestinationPath: outside.path)
    for name in ["/out/x", "/out/new/x"] {
      let option =
        command == "run"
        ? ["--cassette", near + name, "--force"] : ["--report", "junit:" + near + name]
      let run = await Shell()([command, script] + option)
      #expect(run.status != .success, "\(run.all)")
      #expect(run.errors.contains("is a link that leads out of"), "\(run.all)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: outside.path)
    #expect(names == ["a.flow"])
  }

  @Test("Other folders are the user's own choice")
  func allowed() throws {
    let folder = try TemporaryFolder()
    let near = try Self.nearby()
    defer { try? FileManager.default.removeItem(atPath: near) }
    let here = try #require(FileReader.realPath("."))
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: near + "/" + name, withDestinationPath: target)
    }
    try link("out", to: folder.path)
    try link("in", to: here)
    #expect(FileFolder.leadsOut(near + "/out/x", of: "."))
    #expect(FileFolder.leadsOut("./" + near + "/in/" + near + "/out/x", of: "."))
    for path in ["/in/x", "/x", "/none/x"] {
      #expect(!FileFolder.leadsOut(near + path, of: "."), "\(path)")
    }
    // An absolute path, and a link outside the tree.
    #expect(!FileFolder.leadsOut(here + "/" + near + "/out/x", of: "."))
    #expect(!FileFolder.leadsOut(near + "/out/x", of: folder.path))
  }
}
