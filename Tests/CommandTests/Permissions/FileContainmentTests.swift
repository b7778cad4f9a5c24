import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowHTTP
import FlowScript
import FlowSyntax
import FlowTerminal
import TestSupport
import Testing

/// Files that a script names by path stay in its tree, and files that aren't scripts are never
/// shown.
@Suite("Files that a script names")
struct FileContainmentTests {
  private static func script(_ path: String) -> String {
    """
    flow "x" {
      on identify answer identifier = "sam@example.com"
      on challenge password answer passcode = file "\(path)"
    }
    """
  }

  /// A tree with a file of secrets beside it.
  private func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write("outside/key.txt", "outside-canary")
    _ = try folder.write("tree/.git/HEAD", "")
    _ = try folder.write("tree/.git/config", "git-canary")
    _ = try folder.write("tree/other/.git/x", "git-canary")
    try folder.link("tree/git.txt", to: ".git/config")
    _ = try folder.write("tree/key.txt", "Battery-Staple-2\n")
    _ = try folder.write("tree/sub/key.txt", "Battery-Staple-2\n")
    try folder.link("tree/out.txt", to: "../outside/key.txt")
    try folder.link("tree/in.txt", to: "key.txt")
    try folder.link("tree/dir", to: "../outside")
    return folder
  }

  static let paths: [(path: String, isInside: Bool)] = [
    ("../.git/config", false), ("../other/.git/x", false), ("../git.txt", false),
    ("key.txt", true), ("../key.txt", true), ("../sub/key.txt", true), ("../in.txt", true),
    ("../../outside/key.txt", false), ("../out.txt", false), ("../dir/key.txt", false),
    ("/etc/passwd", false), ("/etc/there is no such file", false), ("../dir/../key.txt", true),
    ("../../../../../../../../etc/passwd", false), ("/dev/null", false), ("", false),
  ]

  @Test("A file must be in its script's tree, at a simulated org, too", arguments: paths)
  func simulated(path: String, isInside: Bool) async throws {
    let folder = try tree()
    let file = try folder.write("tree/sub/x.flow", Self.script(path))
    let run = await Shell()("run", file)
    #expect(run.errors.contains("missing-values") != isInside, "\(run.all)")
    #expect(!run.all.contains("canary") && !run.all.contains("root:"))
    if path.hasPrefix("/etc") {
      #expect(run.errors.contains("outside the script's tree"), "\(run.all)")
      #expect(run.errors.contains("`--root DIR`"))
    }
  }

  @Test("A file must be in its script's tree at a real issuer", arguments: paths)
  func real(path: String, isInside: Bool) async throws {
    let folder = try tree()
    let file = try folder.write("tree/sub/x.flow", Self.script(path))
    let transport = ScriptedTransport(Pages.signIn)
    let run = await Shell(transport: transport)(["run", file] + Pages.options)
    #expect(transport.requests.isEmpty != isInside, "\(run.all)")
  }

  @Test("A path with a zero byte names no file")
  func zero() async throws {
    let folder = try tree()
    let file = try folder.write("tree/sub/x.flow", Self.script("key.txt\\u{0}x"))
    let run = await Shell()("run", file)
    #expect(run.status == .wrongScript, "\(run.all)")
  }

  @Test("`--root` widens the tree")
  func root() async throws {
    let folder = try tree()
    let file = try folder.write("tree/sub/x.flow", Self.script("../../outside/key.txt"))
    let run = await Shell()("run", file, "--root", folder.path)
    #expect(!run.errors.contains("missing-values"), "\(run.all)")
  }

  @Test(
    "The settings of an org are checked against the same tree",
    arguments: [
      ["run", "x.flow"], ["run", "x.flow", "--org", "org.flow"], ["explore", "org.flow"],
      ["audit", "org.flow"], ["test", "x.flow"],
    ])
  func settings(arguments: [String]) async throws {
    let folder = try tree()
    let org = """
      org a { user "sam@example.com" { password file "../outside/key.txt" }
        sign-on { require password } }

      """
    _ = try folder.write("tree/org.flow", org)
    _ = try folder.write("tree/x.flow", org + Self.script("key.txt"))
    let run = await Shell()(
      arguments.map { $0.hasSuffix(".flow") ? folder.path + "/tree/" + $0 : $0 })
    #expect(run.all.contains("outside the script's tree"), "\(run.all)")
    #expect(run.status != .success)
  }

  // MARK: Files that aren't scripts

  static let others: [(name: String, text: String)] = [
    ("secrets.env", "JANE_PASSWORD=canary\nX=1\n"), ("secrets.flow", "JANE_PASSWORD=canary\n"),
    ("b.flow", "# a comment\nexport KEY=canary\n"), ("c.flow", "user=canary\n"),
    ("d.json", "{\"password\": \"canary\"}"), ("d.flow", "{\"password\": \"canary\"}"),
    ("passwd.flow", "root:x:0:0:canary:/root:/bin/sh\n"),
    ("key.flow", "-----BEGIN PRIVATE KEY-----\ncanary\n"), ("f.flow", "\u{0}ELF canary\n"),
    ("g.txt", "canary\nprofile jane {\n  canary = = 1\n"), ("h.yml", "on: canary\n"),
    ("i.flow", "on: canary\n"), ("j.flow", "\u{FEFF}KEY = canary\n"),
  ]

  @Test("A file that isn't a script is refused, and none of its lines is shown", arguments: others)
  func notAScript(name: String, text: String) async throws {
    let folder = try TemporaryFolder()
    let other = try folder.write(name, text)
    let script = try folder.write("x.flow", "import \"\(name)\"\non identify submit\n")
    let linked = try folder.write("y.flow", "import \"linked/link.flow\"\non identify submit\n")
    _ = try folder.write(".git/HEAD", "")
    try folder.link("linked/link.flow", to: "../\(name)")
    let below = folder.path + "/linked"
    for arguments in [
      ["run", script], ["check", script], ["check", script, "--format", "json"], ["test", script],
      ["run", script, "--json"], ["run", "--use", other], ["run", "--use", other + ":x", script],
      ["run", script, "--org", other], ["check", "--format", "sarif", script], ["tree", script],
      ["run", linked], ["check", below], ["test", below],
      ["fmt", "--check", below],
    ] {
      let run = await Shell()(arguments)
      #expect(run.status != .success, "\(arguments) \(run.all)")
      #expect(!run.all.contains("canary"), "\(arguments) \(run.all)")
    }
    let run = await Shell()("check", script)
    #expect(
      run.output.contains("error[\(ProblemKind.notAScript.id)]"), "\(run.all)")
    #expect(run.output.contains("x.flow:1:8"), "\(run.all)")
  }

  @Test(
    "A file with another suffix is a script only if it has no mistakes", arguments: [true, false])
  func otherName(isSound: Bool) async throws {
    let folder = try TemporaryFolder()
    let text = "profile jane {\n  identifier = \(isSound ? "" : "=") \"canary\"\n}\n"
    _ = try folder.write("jane.txt", text)
    let script = try folder.write("x.flow", "import \"jane.txt\"\non identify submit\n")
    let run = await Shell()("check", script)
    #expect(run.output.contains("not-a-script") != isSound, "\(run.all)")
    #expect(!run.all.contains("canary"), "\(run.all)")
  }

  @Test(
    "A script with one mistake shows its line",
    arguments: [
      "profile jane {\n  identifier = = 1\n}\n", "profil jane {\n  identifier = \"a\"\n}\n",
      "# who\n\nlet x = \n", "on identfy answr x\n", "flow \"a\" {\n", "org a { usr \"x\" { } }\n",
      "import \"a\n",
    ])
  func typo(text: String) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("part.flow", text)
    let script = try folder.write("x.flow", "import \"part.flow\"\non identify submit\n")
    let run = await Shell()("check", script)
    #expect(!run.output.contains("not-a-script"), "\(run.all)")
    if run.status != .success { #expect(run.output.contains("part.flow:"), "\(run.all)") }
  }

  @Test(
    "A link below a folder that leads out of it isn't read", arguments: ["test", "check", "fmt"])
  func found(command: String) async throws {
    let folder = try TemporaryFolder()
    let text = "on identify answer identifier = \"canary\" nonsense\n"
    _ = try folder.write("outside/secret.flow", text)
    _ = try folder.write("tree/a.flow", "on identify submit\n")
    try folder.link("tree/b.flow", to: "../outside/secret.flow")
    let run = await Shell()(command, folder.path + "/tree")
    #expect(!run.all.contains("canary"), "\(run.all)")
    #expect(run.all.contains("leads out of"), "\(run.all)")
  }

  /// Every command that reads a script, with `FILE` as its placeholder.
  static let readers: [[String]] = [
    ["run", "FILE"], ["test", "FILE"], ["check", "FILE"], ["check", "FILE", "--json"],
    ["check", "FILE", "--fix", "--diff"], ["fmt", "--diff", "FILE"], ["fmt", "FILE"],
    ["ast", "FILE"], ["ast", "--json", "FILE"], ["explain", "FILE", "--response", "PAGE"],
    ["explore", "FILE"], ["audit", "FILE"], ["diff", "FILE", "FILE"], ["shrink", "FILE"],
    ["replay", "FILE", "--cassette", "PAGE"], ["serve", "FILE", "--port", "0"],
    ["run", "FILE", "--org", "FILE"], ["run", "--use", "FILE"], ["completions", "flows", "FILE"],
  ]

  private static func line(_ arguments: [String], _ file: String, _ page: String) -> [String] {
    arguments.map { $0 == "FILE" ? file : $0 == "PAGE" ? page : $0 }
  }

  @Test(
    "A link on the command line shows no line of a file that isn't a script", arguments: readers)
  func linked(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("outside/secrets.env", "KEY=canary\nPASSWORD=canary\n")
    _ = try folder.write("tree/.git/config", "[core]\n  token = canary\n")
    try folder.link("tree/out.flow", to: "../outside/secrets.env")
    try folder.link("tree/in.flow", to: ".git/config")
    let page = try folder.write("page.json", String(decoding: Pages.push.bytes(), as: UTF8.self))
    for name in ["out.flow", "in.flow"] {
      let run = await Shell()(Self.line(arguments, folder.path + "/tree/" + name, page))
      #expect(!run.all.contains("canary"), "\(run.all)")
      #expect(run.status != .success || arguments[0] == "completions", "\(run.all)")
    }
    guard ["run", "test", "check", "fmt", "ast", "explore"].contains(arguments[0]),
      arguments.count == 2
    else { return }
    let run = await Shell()(arguments[0], folder.path + "/tree/out.flow")
    #expect(run.all.contains("error[not-a-script]"), "\(run.all)")
  }

  @Test("A link on the command line to a script is followed, and a typo there shows its line")
  func linkedScript() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("outside/a.flow", "on identify submit\n")
    _ = try folder.write("outside/b.flow", "on identfy answr x\n")
    try folder.link("tree/a.flow", to: "../outside/a.flow")
    try folder.link("tree/b.flow", to: "../outside/b.flow")
    for command in ["check", "fmt", "ast"] {
      let run = await Shell()(command, folder.path + "/tree/a.flow")
      #expect(run.status == .success, "\(run.all)")
      let typo = await Shell()(command, folder.path + "/tree/b.flow")
      #expect(typo.all.contains("b.flow:1:") && typo.all.contains("answr"), "\(typo.all)")
    }
  }

  @Test("Profiles that run without a script import from their own tree")
  func profileAlone() async throws {
    let folder = try tree()
    _ = try folder.write("outside/jane.flow", "profile jane { identifier = \"canary\" }\n")
    let profile = try folder.write(
      "tree/p.flow", "import \"../outside/jane.flow\"\nprofile p { use jane }\n")
    let run = await Shell()("run", "--use", profile)
    #expect(run.all.contains("import-outside"), "\(run.all)")
  }
}
