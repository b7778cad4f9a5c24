import FlowDiagnostics
import FlowEngine
package import FlowHost
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP
package import FlowTerminal
import FlowText

/// Records a sign-in that the user performs, and writes the script and the cassette.
package struct RecordSession {
  private let options: RunOptions
  /// The word after `start` in the script.
  private let intent: String
  /// The path of the script; `nil` for the standard output.
  private let script: String?
  /// The path of the cassette; `nil` for none.
  private let cassette: String?
  private let host: Host
  /// The style of messages.
  private let style: Style

  /// Makes a recording.
  ///
  /// - Parameters:
  ///   - options: The options of the sign-in.
  ///   - intent: The word after `start` in the script.
  ///   - script: The path of the script; `nil` for the standard output.
  ///   - cassette: The path of the cassette; `nil` for none.
  ///   - host: The environment of the process.
  ///   - style: The style of messages.
  package init(
    options: RunOptions, intent: String, script: String?, cassette: String?, host: Host,
    style: Style
  ) {
    self.options = options
    self.intent = intent
    self.script = script
    self.cassette = cassette
    self.host = host
    self.style = style
  }

  /// Runs the sign-in, and writes the files.
  package func run() async throws(UsageFault) -> ExitStatus {
    let recording = Recording(acceptsAnyEnd: true)
    var world = host
    // The standard output is only for the script.
    world.output = host.errors
    var runner = try ScriptRunner(
      options, world, output: style, errors: style,
      script: SourceFile(name: "recording", text: "start \(intent)\notherwise prompt\n"),
      recorder: recording)
    let status = await runner.run()
    guard let ended = recording.ended else { return status }
    let isBroken = Task.isCancelled || recording.isInterrupted
    guard ended.result.faults.isEmpty, !isBroken else {
      host.errors.print("nothing was written\n")
      return isBroken ? .interrupted : status
    }
    let kept = ended.result.keptMoves
    guard !kept.isEmpty else {
      host.errors.print("nothing was answered, and nothing was written\n")
      return .failed
    }
    return try await write(recording, ended, kept)
  }

  private func write(
    _ recording: Recording, _ ended: EndedRun, _ kept: [KeptMove]
  ) async throws(UsageFault) -> ExitStatus {
    var known = options.secrets
    if ended.target.isDemo { known.merge(DemoOrg.secrets) { own, _ in own } }
    var values = RecordedValues(masker: recording.masker, inbox: ended.inbox, known: known)
    let traffic = RecordedTraffic(recording).cassette(of: kept)
    let context = try RunContext(options, host)
    let made = await RecordedScript(
      recording, ended, kept, intent: intent, &values,
      traffic.map { Replayer(cassette: $0, context: context) })
    var status = ExitStatus.success
    if let script {
      status = RecordSession.write(made.text, to: script, host)
      if status == .success {
        tell("\(script): \(RecordSession.count(made.ruleCount, "rule"))")
      }
    } else {
      host.output.write(made.text)
    }
    if ended.result.outcome == .cancelled, kept.last?.cancels != true {
      tell("the input ended before the sign-in: the script stops there")
    }
    for name in values.named.keys.sorted() {
      tell("\(name) is read from the environment, then from the --secrets file, or prompted for")
    }
    if let cassette, let traffic {
      status = status.worse(RecordSession.write(traffic, to: cassette, host))
      tell(
        "\(cassette): \(RecordSession.count(traffic.exchanges.count, "request"))")
    }
    guard made.problems.isEmpty else {
      host.errors.print("the script doesn't repeat everything that was recorded:\n")
      var problems = ProblemOutput(
        output: host.errors, style: style, masker: recording.masker)
      problems.write(made.problems)
      return status.worse(.failed)
    }
    return status
  }

  private func tell(_ line: TerminalText) {
    guard options.detail != .quiet else { return }
    host.errors.print(line + "\n")
  }

  private static func count(_ number: Int, _ what: String) -> String {
    number == 1 ? "1 \(what)" : "\(number) \(what)s"
  }

  // MARK: Files

  /// Writes a cassette that only its owner can read, because it contains logins and profiles.
  ///
  /// If the path is a link, the link is replaced and not followed.
  static func write(_ cassette: Cassette, to path: String, _ host: Host) -> ExitStatus {
    let bytes = Array((cassette.json.indented() + "\n").utf8)
    return written(to: path, host) { () throws(PlainFailure) in
      if FileReader.isSpecial(path) {
        try PrivateFile.put(bytes, into: path)
      } else {
        try PrivateFile.write(bytes, to: path)
      }
    }
  }

  /// Writes a text file, replacing an existing file.
  private static func write(_ text: String, to path: String, _ host: Host) -> ExitStatus {
    written(to: path, host) { () throws(PlainFailure) in
      try ScriptFiles.write(path, text)
    }
  }

  private static func written(
    to path: String, _ host: Host, _ body: () throws(PlainFailure) -> Void
  ) -> ExitStatus {
    do throws(PlainFailure) {
      try body()
      return .success
    } catch {
      host.errors.print("flow: \(path) can't be written: \(error.message)\n")
      return .serverFailed
    }
  }
}
