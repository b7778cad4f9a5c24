import FlowText
import FlowEngine
package import FlowInterpreter

/// Runs programs for `run "command"` in a script.
package enum CommandValue {
  /// The default maximum time that a program may run.
  ///
  /// A password manager may have to ask a server, and the user may have to unlock it first.
  package static let usualTimeLimit = Duration.seconds(30)
  /// The maximum length in bytes of a line that is used as a value.
  ///
  /// No field accepts more.
  static let lineBytesMax = 64 << 10
  /// The maximum number of lines of standard error in the message if a program fails.
  static let errorLinesMax = 5

  /// Returns a function that runs a program and returns the first line of its output; `nil` if
  /// programs can't be run on this system.
  ///
  /// - Parameter timeLimit: The maximum time that a program may run. It is less if the run has less
  ///   time left.
  /// - Returns: The function.
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
    // Like a file in a script, a program whose path contains a `/` is relative to the script's
    // folder.
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
    guard bytes.count <= lineBytesMax, let text = String(validUTF8: bytes) else {
      throw PlainFailure(
        "the first line that \(name) prints isn't a text of at most \(lineBytesMax >> 10) KB")
    }
    return Secret(text)
  }

  /// Returns the output of a program.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - environment: The only environment variables that the program gets.
  ///   - timeLimit: The maximum time that the program may run.
  /// - Returns: The beginning of the output.
  /// - Throws: `PlainFailure` if the program can't be started, fails, or takes too long.
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
