import FlowText
import FlowEngine
package import FlowInterpreter

/// `run "command"` in a script.
package enum CommandValue {
  /// How long a program may take whose first line is a value: a password manager may ask a server,
  /// and whoever must unlock it has to do that before.
  package static let usualTimeLimit = Duration.seconds(30)
  /// The longest line that is a value: no field takes more.
  static let lineBytesMax = 64 << 10
  /// How many lines of what a program says on its standard error are shown where it fails.
  static let errorLinesMax = 5

  /// Runs a program and gives the first line that it prints; `nil` where this system runs none.
  ///
  /// - Parameter timeLimit: how long a program may take, where the run has as much time left.
  /// - Returns: what runs it.
  package static func reader(
    within timeLimit: Duration = usualTimeLimit
  ) -> CommandRunner? {
    #if os(Linux) || os(macOS)
    return { (request) async throws(PlainFailure) in
      try await read(request, within: timeLimit)
    }
    #else
    return nil
    #endif
  }

  #if os(Linux) || os(macOS)
  private static func read(
    _ request: CommandRequest, within timeLimit: Duration
  ) async throws(PlainFailure) -> Secret {
    var words = request.words
    // As a file that a script names: a program with a folder is sought from the script's.
    if let program = words.first, program.utf8.contains(UInt8(ascii: "/")),
      !program.hasPrefix("/"), let mark = request.script.lastIndex(of: "/")
    {
      words[0] = request.script[...mark] + program
    }
    let output = try await output(
      of: words, request.environment ?? ChildEnvironment.usual,
      timeLimit: min(timeLimit, request.timeLimit))
    let line = output.prefix { $0 != 0x0A }
    let bytes = line.last == 0x0D ? line.dropLast() : line
    let name = ChildCommand.name(words)
    guard !bytes.isEmpty else {
      throw PlainFailure("the first line that \(name) prints is empty")
    }
    guard bytes.count <= lineBytesMax, let text = String(validating: bytes, as: UTF8.self) else {
      throw PlainFailure(
        "the first line that \(name) prints is no text of at most \(lineBytesMax >> 10) KB")
    }
    return Secret(text)
  }

  /// What a program prints.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - environment: Its variables.
  ///   - timeLimit: how long it may take.
  /// - Returns: the beginning of its output.
  /// - Throws: `PlainFailure` if it can't be started, or doesn't end well or in time.
  static func output(
    of words: [String], _ environment: [String: String], timeLimit: Duration
  ) async throws(PlainFailure) -> [UInt8] {
    let name = ChildCommand.name(words)
    let ended = try await ChildCommand.run(words, environment: environment, timeLimit: timeLimit)
    guard ended.status == 0 else {
      let lines = String(decoding: ended.errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      throw PlainFailure(
        ended.status.map { "\(name) ended with status \($0)" }
          ?? "\(name) was ended by a signal",
        notes: lines.suffix(errorLinesMax).map { String($0).displayed })
    }
    return ended.output
  }
  #endif
}
