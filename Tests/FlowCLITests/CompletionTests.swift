#if os(Linux) || os(macOS)
import CommandSupport
import FlowManual
import FlowScript
import FlowSyntax
import FlowTerminal
import TestSupport
import Testing

@testable import FlowCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("flow completions") struct CompletionTests {
  private static let program = """
    #!/bin/sh
    # Stands for flow: says the names of two flows, whatever the scripts are.
    [ "$1 $2" = "completions flows" ] && printf 'jane signs in\\nsam\\n'

    """

  static let lines: [(words: [String], replies: [String])] = [
    (["re"], ["record", "refresh", "replay", "report"]),
    (["run", "--to"], ["--tokens"]),
    (["run", "--color", "a"], ["always", "auto"]),
    (["run", "--color", "=", "n"], ["never"]),
    (["run", "a.flow", "--only", "jane\\ s"], ["jane\\ signs\\ in"]),
    (["run", "a.flow", "--only", ""], ["jane\\ signs\\ in", "sam"]),
    (["check", "sig"], ["sign-in.flow"]),
    (["check", "--strict", "other"], []),
    (["run", "--only", "x", "pro"], ["profiles"]),
    (["graph", "--format", ""], ["dot", "mermaid", "svg"]),
    (["graph", "ne"], ["nextauth"]),
    (["editor", "v"], ["vim", "vscode"]),
    (["editor", "vim", ""], ["profiles"]),
    (["explain", "no-ru"], ["no-rule"]),
    (["help", "insp"], ["inspect"]),
    (["help", "troub"], ["troubleshooting"]),
    (["man", "prof"], ["profiles"]),
    (["serve", "--tls", "oth"], ["other.txt"]),
    (["serve", "--tls", "a.pem", "oth"], ["other.txt"]),
    (["serve", "--tls", "a.pem", "a.key", "sig"], ["sign-in.flow"]),
    (["nonsense", "x"], []),
  ]

  @Test(
    "Bash completes commands, options, their words, scripts and the names of flows",
    .enabled(if: FileReader.exists("/bin/bash")), arguments: lines)
  func bash(words: [String], replies: [String]) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("sign-in.flow", "")
    _ = try folder.write("other.txt", "")
    _ = try folder.makeFolder("profiles")
    let program = try await folder.program("flow", CompletionTests.program)
    let script = try folder.write("flow.bash", BashCompletion(commands: CommandTable.all).text)
    let ask = """
      source "$1"; cd "$2"; shift 2
      COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
      _flow
      (( ${#COMPREPLY[@]} )) && printf '%s\\n' "${COMPREPLY[@]}"
      exit 0
      """
    let answer = try await ChildCommand.run(
      ["/bin/bash", "--norc", "-c", ask, "bash", script, folder.path, program] + words,
      timeLimit: Patience.limit)
    #expect(answer.status == 0)
    #expect(answer.errors.isEmpty, "\(String(decoding: answer.errors, as: UTF8.self))")
    let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.map(String.init).sorted() == replies)
  }

  @Test("Each shell's script is parsed without an error", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) async throws {
    let paths = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell }
    // If a shell isn't installed, it can't be asked.
    guard let program = paths.first(where: FileReader.exists) else { return }
    let folder = try TemporaryFolder()
    let text = await Shell()("completions", shell).output
    let script = try folder.write("flow." + shell, text)
    let answer = try await ChildCommand.run([program, "-n", script], timeLimit: Patience.limit)
    #expect(answer.status == 0, "\(String(decoding: answer.errors, as: UTF8.self))")
  }

  @Test("Every command and every option is in each shell's script")
  func isWhole() async {
    for shell in ["bash", "zsh", "fish"] {
      let run = await Shell()("completions", shell)
      #expect(run.status == .success && run.errors.isEmpty)
      for command in CommandTable.all {
        #expect(run.output.contains(command.name))
        for option in command.allOptions {
          let name = shell == "fish" ? "-l " + option.name.dropFirst(2) : option.name
          #expect(run.output.contains(name), "\(shell): \(command.name) \(option.name)")
        }
      }
    }
  }

  @Test("The completed words of an option match the accepted ones")
  func optionWords() async {
    for word in CommandSpec.common[0].words {
      #expect(await Shell()("explain", "--color", word).status == .success)
      #expect(await Shell()("names", "--color", word).status == .success)
    }
    let formats = GraphCommand.format.spec.words
    for word in formats {
      #expect(await Shell()("graph", "idx", "--format", word).status == .success)
    }
    #expect(formats.count == 3)
  }

  @Test("The flows and tags of scripts are printed, each once; unreadable scripts are skipped")
  func names() async throws {
    let folder = try TemporaryFolder()
    let one = try folder.write(
      "one.flow",
      "flow \"a b\" tagged x, y { submit\n expect success }\nflow \"c\" tagged x { expect success }"
    )
    let two = try folder.write("two.flow", "on identify submit\n")
    let line = [one, two, folder.path + "/three.flow"]
    #expect(await Shell()(["completions", "flows"] + line).lines == ["a b", "c", "two"])
    #expect(await Shell()(["completions", "tags"] + line).lines == ["x", "y"])
    #expect(await Shell()("completions", "flows").output.isEmpty)
  }

  @Test("A wrong shell is answered with the nearest")
  func wrong() async {
    let run = await Shell()("completions", "bahs")
    #expect(run.status == .usage && run.errors.contains("did you mean `bash`?"))
    #expect(await Shell()("completions", "bash", "a.flow").status == .usage)
  }
}

@Suite("flow man") struct ManualTests {
  @Test("Every command, option and exit status is in the manual page")
  func isWhole() async {
    let run = await Shell()("man")
    #expect(run.status == .success)
    let page = run.output.split(separator: "\\").joined()
    for command in CommandTable.all {
      #expect(page.contains(".SS flow \(command.name)\n"))
      for option in command.allOptions { #expect(page.contains("fB\(option.name)fR")) }
    }
    for status in ExitStatus.allCases { #expect(page.contains(".TP\n.B \(status.rawValue)\n")) }
  }

  @Test("It says what someone else's script can do, and in which forms a secret is masked")
  func safety() async {
    let page = await Shell()("man").output.split(separator: "\\").joined()
      .split(separator: "\n").joined(separator: " ")
    for text in [
      ".SH SECURITY", "its own tree", "--live HOST", "--env NAME", "--allow-run", "flow.json",
      "any environment variable", "percent-encoded", "HTML entities", "JSON", "hexadecimal",
      "Base32", "Base64", "invisible characters", "letter case", "fewer than four bytes",
    ] {
      #expect(page.contains(text), "\(text)")
    }
  }

  /// The arguments of every page that there is.
  static let pages = [["man"]] + Manual.topicFiles.map { ["man", $0] }

  @Test("It is plain ASCII, and no line of text is a request", arguments: pages)
  func isSafe(page: [String]) async {
    let requests = ["TH", "SH", "SS", "TP", "PP", "RS", "RE", "B", "I", "RI", "nf", "fi", "\\\""]
    for line in await Shell()(page).output.split(separator: "\n") {
      #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(line)")
      #expect(!line.hasPrefix("'"))
      guard line.hasPrefix(".") else { continue }
      let request = line.dropFirst().prefix { $0 != " " }
      #expect(requests.contains(String(request)), "\(line)")
    }
  }

  @Test(
    "groff has nothing to warn of", .enabled(if: FileReader.exists("/usr/bin/groff")),
    arguments: pages)
  func groff(page arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("flow.1", await Shell()(arguments).output)
    let answer = try await ChildCommand.run(
      ["/usr/bin/groff", "-ww", "-man", "-Tutf8", page], timeLimit: Patience.limit)
    #expect(answer.status == 0)
    #expect(answer.errors.isEmpty, "\(String(decoding: answer.errors, as: UTF8.self))")
    let printed = String(decoding: answer.output, as: UTF8.self)
    #expect(
      printed.contains(arguments.count == 1 ? "run, check and test sign-in" : "Manual of flow"))
  }

  @Test("A wrong topic is reported with the nearest")
  func wrongTopic() async {
    let run = await Shell()("man", "valeus")
    #expect(run.status == .usage && run.errors.contains("did you mean `flow man values`?"))
  }
}
#endif
