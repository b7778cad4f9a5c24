import FlowText
import FlowEngine
package import FlowInterpreter

/// `run "command"` in a script.
package enum CommandValue {
  /// The time limit of a program whose first line is a value.
  ///
  /// A password manager may ask a server, and the user may have to unlock it first.
  package static let usualTimeLimit = Duration.seconds(30)
  /// The longest line that can be a value.
  ///
  /// No field accepts more.
  static let lineBytesMax = 64 << 10
  /// The number of lines of standard error that are shown if a program fails.
  static let errorLinesMax = 5

  /// Returns a function that runs a program and returns the first line of its output; `nil` if this
  /// system can't run programs.
  ///
  /// - Parameter timeLimit: The time that a program may take, if the run has enough time left.
  /// - Returns: The function that runs programs.
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
    // Like a file in a script, a program with a folder is relative to the script's folder.
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
        "the first line that \(name) prints isn't a text of at most \(lineBytesMax >> 10) KB")
    }
    return Secret(text)
  }

  /// Returns the output of a program.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - environment: Its variables.
  ///   - timeLimit: The time that it may take.
  /// - Returns: The beginning of its output.
  /// - Throws: `PlainFailure` if it can't be started, fails, or takes too long.
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
