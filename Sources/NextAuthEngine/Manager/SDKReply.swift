/// A server's answer to a device, or the reason why there is no usable answer.
enum SDKReply<Answer> {
  case answer(Answer)
  case cancelled
  case timedOut
  case unreachable
  /// The server refused the request (4xx), with a code if it sent one.
  case refused(code: Int?, message: String)
  case unreadable(String)

  /// Returns the answer, or throws the reason why there is none.
  ///
  /// - Parameter kind: The kind of the failure if the server refused the request.
  /// - Returns: The answer.
  /// - Throws: `CallFailure` if there is no usable answer.
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

  /// Makes a session's input from an answer, or from a failure of the server.
  ///
  /// - Parameters:
  ///   - unreachable: The error code if the server can't be reached.
  ///   - unreadable: The error code if the answer can't be read.
  ///   - timedOut: The error code if no answer came in time.
  ///   - input: Makes the input from an answer.
  ///   - failed: Makes the input from an error.
  /// - Returns: The input; `nil` if `input` returns `nil`, or if the task was canceled, which isn't
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
