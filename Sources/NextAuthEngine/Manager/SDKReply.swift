/// A server's answer to a device, or the reason why there is no usable answer.
enum SDKReply<Answer> {
  case answer(Answer)
  case cancelled
  case timedOut
  case unreachable
  /// The server refuses (4xx), with a code if it sends one.
  case refused(code: Int?, message: String)
  case unreadable(String)

  /// Returns the answer.
  ///
  /// - Parameter kind: The kind of the failure if the server refuses.
  /// - Returns: The answer.
  /// - Throws: `CallFailure` if there is none.
  func get(_ kind: CallFailure.Kind = .unreachable) throws(CallFailure) -> Answer {
    switch self {
    case .answer(let answer): return answer
    case .cancelled: throw CallFailure(.unreachable, "the task was canceled")
    case .timedOut: throw CallFailure(.unreachable, "the server did not answer in time")
    case .unreachable: throw CallFailure(.unreachable, "the server can't be reached")
    case .refused(_, let message): throw CallFailure(kind, message)
    case .unreadable(let fault):
      throw CallFailure(.unreachable, "the server's answer: \(fault)")
    }
  }

  /// The input of a session for an answer, or for a failure of the server.
  ///
  /// - Parameters:
  ///   - unreachable: The code if no answer came.
  ///   - unreadable: The code if the answer can't be read.
  ///   - timedOut: The code if no answer came in time.
  ///   - input: Makes the input of an answer.
  ///   - failed: Makes the input of an error.
  /// - Returns: The input; `nil` if there is none, such as when the task was canceled, which isn't
  ///   an error of the session.
  func input(
    unreachable: Int, unreadable: Int, timedOut: Int, _ input: (Answer) -> SessionInput?,
    failed: (SessionError) -> SessionInput
  ) -> SessionInput? {
    switch self {
    case .answer(let answer): input(answer)
    case .cancelled: nil
    case .timedOut: failed(.coded(timedOut))
    case .unreachable: failed(.coded(unreachable))
    case .refused(let code, _): failed(.coded(code ?? unreadable))
    case .unreadable: failed(.coded(unreadable))
    }
  }
}
