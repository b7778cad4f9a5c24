import FlowScript
import Testing

/// Which folder imports may come from, as a script's path sees it.
@Suite struct ScriptTreeTests {
  @Test("A folder is named as the script is, absolute or from the current one")
  func named() throws {
    let here = try #require(FileReader.realPath("."))
    let parts = here.split(separator: "/")
    let above = "/" + parts.dropLast().joined(separator: "/")
    for (root, script, seen) in [
      (here, "a.flow", "."), (above, "a.flow", ".."), ("/", "x/a.flow", "/"),
      (here + "/Tests", "a.flow", "Tests"), (here, here + "/a.flow", here),
      ("..", "a.flow", ".."), (".", "/x/a.flow", here), ("..", "/x/a.flow", above),
      ("/there is no such folder", "a.flow", "/there is no such folder"),
    ] where FileReader.realPath(root) != nil || root == seen {
      #expect(ScriptTree.root(root, seenFrom: script) == seen, "\(root) seen from \(script)")
    }
  }
}
