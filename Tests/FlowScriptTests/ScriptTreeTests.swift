import FlowDiagnostics
import FlowScript
import FlowSimulation
import FlowSyntax
import Testing

/// The folder that imports can come from, as a relative or absolute path.
@Suite struct ScriptTreeTests {
  @Test("A folder is named like the script, absolute or relative to the current one")
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

  @Test("A named folder covers files that are named in either way", arguments: [true, false])
  func eitherWay(isAbsolute: Bool) throws {
    let here = try #require(FileReader.realPath("."))
    var options = LoadedScript.Options(orgs: .simulated)
    options.treeRoot = isAbsolute ? here : "."
    options.profileFiles = [here + "/sub/p.flow"]
    let files = [
      "sub/a.flow": "import \"../q.flow\"\non identify stop\n",
      here + "/sub/p.flow": "import \"../q.flow\"\nprofile p { on skip skip }\n",
      "q.flow": "profile q { on skip skip }\n", here + "/q.flow": "let x = 1\n",
    ]
    let script = LoadedScript.load("sub/a.flow", options: options) { path throws(ReadFault) in
      guard let text = files[path] else { throw .missing }
      return Array(text.utf8)
    }
    #expect(!script.diagnostics.contains { $0.kind == .importOutside }, "\(script.diagnostics)")
    #expect(script.program.scripts.count == 4)
  }
}
