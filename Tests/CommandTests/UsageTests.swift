import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("Wrong command lines")
struct UsageTests {
  static let lines: [WrongLine] = [
    .init("rum", "unknown command `rum`", help: "did you mean `flow run`?"),
    .init("chekc x", "unknown command `chekc`", help: "did you mean `flow check`?"),
    .init("--hlep", "unknown option `--hlep`", help: "did you mean `flow --help`?"),
    .init("--verson", "unknown option `--verson`", help: "did you mean `flow --version`?"),
    .init(
      "sign-in.flow", "unknown command `sign-in.flow`",
      help: "to run a script, write `flow run sign-in.flow`"),
    .init(
      "xyzzy-and-more", "unknown command `xyzzy-and-more`",
      help: "`flow --help` lists the commands"),
    .init(
      "help rum", "unknown command or topic `rum`", help: "did you mean `flow help run`?"),
    .init(
      "run --tiemout 3s x", "unknown option `--tiemout` of `flow run`",
      help: "did you mean `--timeout`?"),
    .init(
      "check --josn x", "unknown option `--josn` of `flow check`", help: "did you mean `--json`?"),
    .init(
      "inspect --sumary x", "unknown option `--sumary` of `flow inspect`",
      help: "did you mean `--summary`?"),
    .init(
      "run -z x", "unknown option `-z` of `flow run`", help: "`flow run --help` lists its options"),
    .init(
      "inspect --trace x", "unknown option `--trace` of `flow inspect`",
      help: "`flow inspect --help` lists its options"),
    .init("run x --timeout", "`--timeout` needs a value", help: "write `--timeout TIME`"),
    .init("run x --use", "`--use` needs a value", help: "write `--use FILE[:NAME]`"),
    .init("run x --quiet=yes", "`--quiet` doesn't take a value"),
    .init("run x --timeout 1s --timeout 2s", "`--timeout` is given twice"),
    .init("run x --org a --org b", "`--org` is given twice"),
    .init(
      "run", "`flow run` needs a script, or a profile with `--use`",
      help: "for example `flow run sign-in.flow`"),
    .init("check", "`flow check` needs PATH…", help: "for example `flow check Examples`"),
    .init(
      "inspect", "`flow inspect` needs RESPONSE.json…",
      help: "for example `flow inspect response.json`"),
    .init(
      "run x --timeout 3", "`3` isn't a duration",
      help: "write a number and ms, s, m, h or d: `30s`, `2m`"),
    .init("run x --timeout 0s", "`0s` isn't a duration"),
    .init("run x --timeout -3s", "`-3s` isn't a duration"),
    .init("run x --timeout nans", "`nans` isn't a duration"),
    .init("run x --timeout 1e300h", "`1e300h` isn't a duration"),
    .init("run x --var factor", "`--var` takes `name=value`"),
    .init("run x --var =email", "`--var` takes `name=value`"),
    .init("run x --issuer acme", "`acme` isn't an issuer", help: "write its whole address"),
    .init(
      "run x --issuer http://acme.okta.com/oauth2/default",
      "an issuer needs https; plain http is allowed only on this machine",
      help: "write `https://acme.okta.com/oauth2/default`"),
    .init(
      "run x --issuer https://jane@acme.okta.com", "an issuer's address can't contain a user name"),
    .init("run x --issuer https://{domain}/oauth2/default", "is a placeholder"),
    .init("run x --redirect-uri a", "`--redirect-uri`: `a` isn't a redirect URI"),
    .init("run x --client-id=", "`--client-id`: the client id is empty"),
    .init("run x --scopes=", "`--scopes`: a scope is empty or missing"),
    .init("run x --config /nowhere.json", "/nowhere.json: there is no such file"),
    .init("run x --tokens a --revoke", "`--tokens` and `--revoke` exclude each other"),
    .init("refresh", "`--tokens` is missing"), .init("sign-out", "`--tokens` is missing"),
    .init("refresh --tokens /nowhere.json", "/nowhere.json: there is no such file"),
    .init(
      "run x --issuer https://a.b --client-id a --redirect-uri b:/c --org c",
      "`--issuer` and `--org` exclude each other"),
    .init("run x -i --no-input", "`--interactive` and `--no-input` exclude each other"),
    .init("run x -q --trace", "`--quiet` and `--trace` exclude each other"),
    .init("run x --json --trace", "`--json` and `--trace` exclude each other"),
    .init("inspect x --json --summary", "`--json` and `--summary` exclude each other"),
    .init("run x --color red", "`--color` is auto, always or never, not `red`"),
    .init("check x --color red", "`--color` is auto, always or never, not `red`"),
    .init("inspect x --color red", "`--color` is auto, always or never, not `red`"),
    .init(
      "record --intent sign-on", "a recording can't begin with `sign-on`",
      help: "did you mean `sign-in`?"),
    .init(
      "record", "`flow record` needs a user at a terminal", help: "`flow run FILE --cassette"),
    .init("record /no/such/a.flow", "`/no/such/a.flow` can't be written"),
    .init("replay x", "`--cassette` is missing", help: "for example `flow replay sign-in.flow"),
    .init("run --use nowhere.flow", "there is no readable file `nowhere.flow`"),
    .init("run x --secrets nowhere.env", "nowhere.env: there is no such file"),
  ]

  @Test(
    "Each is reported in one sentence, with the correct form, and status 4",
    arguments: UsageTests.lines)
  func wrong(line: WrongLine) async {
    let run = await Shell()(line.arguments)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    let lines = run.errors.split(separator: "\n")
    #expect(
      lines.first.map { $0.hasPrefix("flow: ") && $0.contains(line.message) } == true, "\(run.all)")
    #expect(lines.count <= 2)
    if let help = line.help {
      #expect(
        lines.last.map { $0.hasPrefix("  help: ") && $0.contains(help) } == true, "\(run.all)")
    }
  }

  @Test("Control characters are never echoed to a terminal")
  func terminalSafe() async {
    for arguments in [
      ["\u{1B}[2J"], ["run", "--\u{1B}[2J"], ["run", "x", "--timeout", "\u{1B}[2J"],
    ] {
      let run = await Shell()(arguments)
      #expect(run.status == .usage)
      #expect(!run.errors.contains("\u{1B}"), "\(run.errors.debugDescription)")
    }
  }

  @Test("No arguments at all show the commands, as a usage error")
  func nothing() async {
    let run = await Shell()([])
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("flow: run, check and test sign-in scripts"))
  }

  @Test("After -- every argument is an operand")
  func plainOperands() async {
    let run = await Shell()("check", "--", "--json")
    #expect(run.status == .wrongScript)
    #expect(run.output.contains("there is no file `--json`"))
  }

  @Test("A value can follow an equals sign")
  func inlineValue() async throws {
    let run = await Shell()(
      "run", "--color=never", "--timeout=30s", Project.example("sign-in.flow"))
    #expect(run.status == .success, "\(run.all)")
  }
}
