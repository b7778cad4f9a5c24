/// Somebody who can be asked: a person at a terminal, or the app that embeds the interpreter.
public protocol Prompter: Sendable {
  /// Asks, and waits for the answer.
  ///
  /// - Parameter question: What there is to know.
  /// - Returns: The answer; one that doesn't fit the question is asked for again.
  /// - Throws: `CancellationError` where the task was cancelled; anything else ends the run.
  func answer(_ question: Question) async throws -> Reply
}

/// What is answered to a question.
public enum Reply: Sendable, Hashable {
  /// What was typed, a text for each of the question's fields, in their order; an empty one leaves
  /// a field that isn't required as it is.
  case filled([String])
  /// One of the question's options, and one of its methods where it has some.
  case chose(Int, method: Int?)
  /// One of the question's alternatives.
  case other(Int)
  /// The person wants no more of it.
  case cancelled
}

extension Reply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What kind of answer it is; what was typed, which may be a password, is only counted.
  public var description: String {
    switch self {
    case .filled(let texts): "filled \(texts.count) field\(texts.count == 1 ? "" : "s")"
    case .chose(let option, let method):
      "chose option \(option)" + (method.map { ", method \($0)" } ?? "")
    case .other(let alternative): "chose alternative \(alternative)"
    case .cancelled: "cancelled"
    }
  }
  /// The same.
  public var debugDescription: String { description }
  /// The same: a dump shows nothing that was typed.
  public var customMirror: Mirror { Mirror(self, children: ["reply": description]) }
}
