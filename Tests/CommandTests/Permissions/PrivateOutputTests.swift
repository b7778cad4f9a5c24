import CommandSupport
import FlowCLI
import FlowHTTP
import FlowScript
import FlowTerminal
import TestSupport
import Testing

@Suite("Secrets files, cassettes and the variables of other programs")
struct PrivateOutputTests {
  @Test("A file of secrets that others can read is reported once", arguments: ["run", "test"])
  func warning(command: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("x.flow", "expect failure\non identify stop\n")
    let secrets = try folder.write("s.env", "A=b\n")
    try folder.mode("s.env", 0o644)
    let open = await Shell()(command, script, "--secrets", secrets)
    #expect(open.errors.count(of: "flow: warning: other users can read") == 1, "\(open.all)")
    #expect(open.errors.contains("(mode 0644)"))
    try folder.mode("s.env", 0o600)
    let closed = await Shell()(command, script, "--secrets", secrets)
    #expect(!closed.errors.contains("warning"), "\(closed.all)")
    #expect(open.status == closed.status)
  }

  @Test("A project's file of secrets is reported once, by a command with two orgs")
  func twoOrgs() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write("o.flow", "org acme {\n  sign-on { require password }\n}\n")
    _ = try folder.write("flow.env", "A=b\n")
    try folder.mode("flow.env", 0o644)
    var shell = Shell()
    shell.projectFile = try folder.write("flow.json", "{}")
    for command in ["diff", "gate"] {
      let run = await shell(command, org, org)
      #expect(run.errors.count(of: "flow: warning: other users can read") == 1, "\(run.all)")
    }
  }

  @Test("A cassette is overwritten only with --force, never through a link, with mode 0600")
  func cassette() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("x.flow", "on identify stop\nexpect stopped\n")
    let precious = try folder.write("precious.txt", "precious")
    try folder.link("c.json", to: "precious.txt")
    try folder.link("dangling.json", to: "nothing.txt")
    let path = folder.path + "/c.json"
    for name in ["c.json", "dangling.json", "precious.txt"] {
      let run = await Shell()("run", script, "--cassette", folder.path + "/" + name)
      #expect(run.status == .usage, "\(run.all)")
      #expect(run.errors.contains("`--force`"), "\(run.all)")
    }
    let run = await Shell()("run", script, "--cassette", path, "--force")
    #expect(run.status == .success, "\(run.all)")
    #expect(try FileReader.read(precious, limit: 100) == Array("precious".utf8))
    #expect(FileReader.mode(path) == 0o600)
    #expect(FileReader.realPath(path)?.hasSuffix("c.json") == true)
  }

  @Test(
    "A script that a command writes is never written through a link",
    arguments: ["precious.txt", "nothing.txt"])
  func outputs(target: String) async throws {
    let folder = try TemporaryFolder()
    let export = try folder.write("export.json", "{\"policies\": []}")
    let precious = try folder.write("precious.txt", "precious")
    try folder.link("out.flow", to: target)
    let path = folder.path + "/out.flow"
    let person = Person([:])
    for line in [["import", "okta", export, "-o", path], ["record", path]] {
      let run = await Shell(person: person)(line)
      #expect(run.status == .usage, "\(run.all)")
      #expect(run.errors.contains("`--force` overwrites it"), "\(run.all)")
    }
    try ScriptFiles.write(path, "new")
    #expect(try FileReader.read(precious, limit: 100) == Array("precious".utf8))
    #expect(try FileReader.read(path, limit: 100) == Array("new".utf8))
    #expect(!FileReader.isLink(path) && !FileReader.exists(folder.path + "/nothing.txt"))
  }

  @Test("A dangling link counts as an existing file")
  func madeFiles() async throws {
    let folder = try TemporaryFolder()
    try folder.link("acme.env", to: "nothing")
    let run = await Shell()("init", folder.path)
    #expect(run.status == .usage && run.errors.contains("acme.env"), "\(run.all)")
  }

  @Test("A program gets few variables, and the allowed ones")
  func child() async throws {
    let folder = try TemporaryFolder()
    let program = try await folder.program(
      "vars.sh", "#!/bin/sh\nenv | sort | tr '\\n' ' '\n")
    let script = try folder.write(
      "x.flow", "on identify answer identifier = run \"\(program)\"\n")
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": "/h", "LC_ALL": "C", "LANG": "C", "TERM": "dumb",
      "USER": "u", "TMPDIR": "/tmp", "GIVEN": "1", "HIDDEN": "canary", "FLOW_API_TOKEN": "canary",
      "FLOW_CLIENT_SECRET": "canary",
    ]
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Pages.identify])),
    ])
    let run = await Shell(transport: transport, environment: environment)(
      ["run", script, "--allow-run", "--env", "GIVEN"] + Pages.options)
    let sent = transport.requests.compactMap { request -> String? in
      guard case .json(let body) = request.body else { return nil }
      return body["identifier"]?.string
    }
    let names = Set((sent.first ?? "").split(separator: " ").map { $0.prefix { $0 != "=" } })
    // The shell that runs the program adds its own.
    let expected: Set<Substring> = [
      "GIVEN", "HOME", "LANG", "LC_ALL", "PATH", "TERM", "TMPDIR", "USER",
    ]
    #expect(names.subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == expected, "\(run.all)")
    #expect(!sent.joined().contains("canary"))
  }
}
