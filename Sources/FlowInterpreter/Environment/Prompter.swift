/// A target for questions: the user at a terminal, or the app that embeds the interpreter.
public protocol Prompter: Sendable {
  /// Asks, and waits for the answer.
  ///
  /// - Parameter question: The question.
  /// - Returns: The answer. If it doesn't fit the question, the question is asked again.
  /// - Throws: `CancellationError` if the task was canceled; any other error ends the run.
  func answer(_ question: Question) async throws -> Reply
}

/// An answer to a question.
public enum Reply: Sendable, Hashable {
  /// The typed texts, one for each of the question's fields, in order.
  ///
  /// An empty text leaves an optional field as it is.
  case filled([String])
  /// One of the question's options, and one of its methods if it has any.
  case chose(Int, method: Int?)
  /// One of the question's alternatives.
  case other(Int)
  /// The user canceled.
  case cancelled
}

extension Reply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of answer.
  ///
  /// Typed texts may be passwords, so they are only counted.
  public var description: String {
    switch self {
    case .filled(let texts): "filled \(texts.count) field\(texts.count == 1 ? "" : "s")"
    case .chose(let option, let method):
      "chose option \(option)" + (method.map { ", method \($0)" } ?? "")
    case .other(let alternative): "chose alternative \(alternative)"
    case .cancelled: "cancelled"
    }
  }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// A mirror that shows only the description, so that a dump contains no typed text.
  public var customMirror: Mirror { Mirror(self, children: ["reply": description]) }
}
