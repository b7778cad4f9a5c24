/// What a server answers a device, or why there is no answer that can be used.
enum SDKReply<Answer> {
  case answer(Answer)
  case cancelled
  case timedOut
  case unreachable
  /// The server says no (4xx), by a code where it gives one.
  case refused(code: Int?, message: String)
  case unreadable(String)

  /// Returns the answer.
  ///
  /// - Parameter kind: What is wrong with a call that the server refuses.
  /// - Returns: The answer.
  /// - Throws: `CallFailure` if there is none.
  func get(_ kind: CallFailure.Kind = .unreachable) throws(CallFailure) -> Answer {
    switch self {
    case .answer(let answer): return answer
    case .cancelled: throw CallFailure(.unreachable, "the task was cancelled")
    case .timedOut: throw CallFailure(.unreachable, "the server did not answer in time")
    case .unreachable: throw CallFailure(.unreachable, "the server can't be reached")
    case .refused(_, let message): throw CallFailure(kind, message)
    case .unreadable(let fault):
      throw CallFailure(.unreachable, "the server's answer: \(fault)")
    }
  }

  /// The input of a session that an answer makes, or a failure of the server.
  ///
  /// - Parameters:
  ///   - unreachable: The code if nothing came.
  ///   - unreadable: The code if what came can't be read.
  ///   - timedOut: The code if nothing came in time.
  ///   - input: Makes the input of an answer.
  ///   - failed: Makes the input of an error.
  /// - Returns: The input; `nil` if there is none, as when the task was cancelled, which is no error of
  ///   the session.
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
