/// A program that a script wants run: `run "command"`.
public struct CommandRequest: Sendable, Hashable {
  /// The program, then its arguments.
  public var words: [String]
  /// The name of the script that asks for it.
  public var script: String
  /// How long it may take at most.
  public var timeLimit: Duration
  /// The variables that it gets and no others; `nil` leaves them to whatever runs it.
  public var environment: [String: String]?

  /// Makes a request.
  public init(_ words: [String], script: String, timeLimit: Duration) {
    self.words = words
    self.script = script
    self.timeLimit = timeLimit
  }
}
