/// Answers questions: the user at a terminal, or the app that embeds the interpreter.
public protocol Prompter: Sendable {
  /// Asks a question, and waits for the reply.
  ///
  /// - Parameter question: The question.
  /// - Returns: The reply. If it doesn't fit the question, the question is asked again.
  /// - Throws: `CancellationError` if the task was canceled; any other error ends the run.
  func answer(_ question: Question) async throws -> Reply
}

/// A reply to a question.
public enum Reply: Sendable, Hashable {
  /// The typed texts, one for each of the question's fields, in order.
  ///
  /// An empty text means no answer. The field keeps its value if it has one.
  case filled([String])
  /// The index of one of the question's options, and of a method if the option has methods.
  case chose(Int, method: Int?)
  /// The index of one of the question's alternatives.
  case other(Int)
  /// The user canceled.
  case cancelled
}

extension Reply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description of the reply without the typed texts, such as `filled 2 fields`.
  ///
  /// Typed texts may be passwords, so only their number is shown.
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
