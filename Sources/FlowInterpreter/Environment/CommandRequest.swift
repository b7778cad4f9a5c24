/// A request of a script to run a program: `run "command"`.
public struct CommandRequest: Sendable, Hashable {
  /// The program, then its arguments.
  public var words: [String]
  /// The name of the script.
  public var script: String
  /// The maximum time that the program may run.
  public var timeLimit: Duration
  /// The only environment variables of the program; `nil` lets the command runner choose them.
  public var environment: [String: String]?

  /// Creates a request.
  public init(_ words: [String], script: String, timeLimit: Duration) {
    self.words = words
    self.script = script
    self.timeLimit = timeLimit
  }
}
