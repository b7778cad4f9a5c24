import CommandSupport
import FlowCLI
import FlowManual
import FlowTerminal
import Testing

@Suite("flow help finds") struct HelpSearchTests {
  /// What users ask, and the page that answers it.
  static let questions: [(words: String, page: String)] = [
    ("install", "installing"),
    ("run in a container", "installing"),
    ("a pre-commit hook", "installing"),
    ("give a TOTP secret", "values"),
    ("how do I give a TOTP secret", "values"),
    ("totp", "values"),
    ("a file of secrets", "values"),
    ("run one flow of a file", "running"),
    ("run against a real org", "issuers"),
    ("a proxy", "issuers"),
    ("proxy", "issuers"),
    ("a custom CA", "issuers"),
    ("share a profile", "profiles"),
    ("import a profile", "profiles"),
    ("how do I import a profile", "profiles"),
    ("a table of cases", "testing"),
    ("a flow known to fail", "testing"),
    ("exit codes", "exit-codes"),
    ("exit code", "exit-codes"),
    ("a device that is managed", "policies"),
    ("a second app", "orgs"),
    ("password or e-mail", "policies"),
    ("and/or precedence", "policies"),
    ("what is the precedence of and/or", "policies"),
    ("wait for a push", "waiting"),
    ("a code from a mailbox", "issuers"),
    ("a passkey", "values"),
    ("what a setting takes", "orgs"),
    ("what a step is called", "running"),
    ("a report for the CI", "reports"),
    ("shards", "shards"),
    ("compare with a live org", "live"),
    ("accept a finding", "exploring"),
    ("embed in an app", "app"),
    ("device trust", "policies"),
    ("include another file", "profiles"),
    ("ios sdk", "app"),
    ("imap mailbox", "issuers"),
    ("drift between two exports", "importing"),
    ("csv report", "reports"),
    ("skip a test", "testing"),
    ("unlock an account", "running"),
    ("quote in a string", "values"),
    ("run only failed flows", "testing"),
    ("a matrix of values", "testing"),
    ("see the raw HTTP", "running"),
    ("a timeout", "waiting"),
    ("held-kinds", "exploring"),
  ]

  @Test("the page that answers a question, before all others", arguments: questions)
  func question(words: String, page: String) async throws {
    let split = words.split(separator: " ").map(String.init)
    // One word that names a page prints it.
    if split.count == 1, Manual.topic(words) != nil {
      let run = await Shell()("help", words)
      #expect(run.output.hasPrefix(try #require(Manual.topic(page)).title))
      return
    }
    for arguments in [["help"] + split, ["help", words]] {
      let run = await Shell()(arguments)
      #expect(run.status == .success)
      #expect(run.lines.first?.hasPrefix("flow help \(page) ") == true, "\(run.output)")
    }
  }

  @Test("the section that answers, and prints it below the list")
  func section() async throws {
    let run = await Shell()("help", "give a TOTP secret")
    let topic = try #require(Manual.topic("values"))
    let section = try #require(topic.sections.first { $0.heading.contains("TOTP") })
    let printed = try #require(run.output.ranges(of: "\n\n\(section.heading)\n").first)
    #expect(run.output[printed.upperBound...].contains("totp secret"), "\(run.output)")
    #expect(run.output[..<printed.lowerBound].contains("flow help values"))
  }

  @Test(
    "commands, options, settings, problems and words of an engine",
    arguments: [
      ("baseline file", "flow help audit"), ("--shard", "flow help test"),
      ("min-length", "flow names idx settings min-length"),
      ("passwords history", "flow names idx settings history"),
      ("no-rule", "flow explain no-rule"), ("no rule", "flow explain no-rule"),
      ("profile-update", "flow names idx profile-update"),
    ])
  func others(words: String, command: String) async {
    let run = await Shell()(["help"] + words.split(separator: " ").map(String.init))
    #expect(run.status == .success)
    #expect(run.lines.contains { $0.hasPrefix(command + " ") }, "\(run.output)")
  }

  @Test(
    "every command that it prints works",
    arguments: ["password", "session timeout", "report kinds"])
  func works(words: String) async {
    let run = await Shell()(["help"] + words.split(separator: " ").map(String.init))
    let lines = run.lines.filter { $0.hasPrefix("flow ") }
    #expect(!lines.isEmpty && lines.count <= 8)
    for line in lines {
      let words = line.split(separator: "  ")[0].split(separator: " ").dropFirst()
      #expect(await Shell()(words.map(String.init)).status == .success, "\(line)")
    }
  }

  @Test(
    "the nearest word if nothing matches",
    arguments: [
      ("rnu", "did you mean `flow help run`?"), ("valuse", "did you mean `flow help values`?"),
      ("proxxy", "did you mean `flow help proxy`?"), ("zzzzqqqq", "`flow help` lists"),
      ("\u{1B}[2J", "`flow help` lists"), ("", "`flow help` lists"),
    ])
  func nothing(word: String, help: String) async {
    let run = await Shell()("help", word)
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(run.errors.contains(help), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}"))
  }
}

@Suite("flow help TOPIC") struct TopicPageTests {
  @Test("prints every page without the marks of Markdown", arguments: Manual.topicFiles)
  func page(name: String) async throws {
    let topic = try #require(Manual.topic(name))
    let run = await Shell()("help", name)
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(run.lines.first == topic.title)
    #expect(run.output.contains("\n\(topic.summary)\n"))
    #expect(!run.output.contains("](") && !run.output.contains("| ---"))
    #expect(!run.lines.contains { $0.hasPrefix("```") || $0.hasPrefix("## ") })
    for section in topic.sections { #expect(run.lines.contains(section.heading)) }
    for line in run.lines where !line.hasPrefix("    ") { #expect(line.count <= 120, "\(line)") }
  }

  @Test("prints headings in bold on a terminal, unless NO_COLOR is set")
  func bold() async {
    var shell = Shell(isTerminal: true)
    let colored = await shell("help", "values")
    #expect(colored.output.hasPrefix("\u{1B}[1mValues and secrets\u{1B}[0m\n"))
    #expect(colored.output.contains("\n\u{1B}[1mGive a TOTP secret\u{1B}[0m\n"))
    shell.environment = ["NO_COLOR": "1"]
    #expect(!(await shell("help", "values")).output.contains("\u{1B}"))
  }

  @Test("keeps what a script of the page says")
  func code() async {
    let run = await Shell()("help", "waiting")
    #expect(run.output.contains("\n    on challenge-poll once   poll for 30s\n"))
  }

  @Test("is listed with its summary, under the commands and in the manual page")
  func lists() async {
    let help = await Shell()("help").output
    let man = await Shell()("man").output.split(separator: "\\").joined()
    for topic in Manual.topics {
      #expect(help.contains("\n  \(topic.name) "))
      #expect(man.contains(".TP\n.B \(topic.name)\n"))
    }
    #expect(man.contains(".SH TOPICS\n"))
  }
}
