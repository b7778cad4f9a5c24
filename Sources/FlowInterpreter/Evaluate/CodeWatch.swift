import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Prevents a one-time code from being sent twice, by this run or by parallel runs.
///
/// A server accepts each code only once (RFC 6238, section 5.2).
struct CodeWatch {
  /// The time before a code's end in which the code isn't sent, because it might arrive too late.
  static let edge = Duration.seconds(2)

  /// The maximum number of waits for the next code.
  ///
  /// One wait is enough unless a clock is wrong.
  static let waitsMax = 3

  private struct Made {
    var end: Duration
    /// The number of moves that the run had made when it generated the code.
    var moves: Int
  }

  /// The latest code that this run generated with each key.
  private var made: [Secret: Made] = [:]
  /// The codes that parallel runs send to the same server, and the number of this run among them;
  /// `nil` if there are no parallel runs.
  private let others: (codes: SentCodes, run: Int)?

  init(sharing codes: SentCodes?) {
    others = codes.map { ($0, $0.begin()) }
  }

  /// Whether this code, or a later code of the same key, may have been sent.
  ///
  /// Another run may have sent it, or a move that this run made after it generated the code.
  private func isUsed(_ code: TimedCode, moves: Int) -> Bool {
    if let others, others.codes.isUsed(code, byOthersThan: others.run) { return true }
    guard let last = made[code.key] else { return false }
    return code.end <= last.end && last.moves < moves
  }

  private mutating func note(_ code: TimedCode, moves: Int) {
    made[code.key] = Made(end: code.end, moves: moves)
    if let others { others.codes.note(code, by: others.run) }
  }

  /// Returns a one-time code that hasn't been sent yet.
  ///
  /// If the current code was sent or is about to end, this function waits for the next code.
  mutating func code(
    of secret: Secret, _ options: PlannedTotp, at place: Place, _ state: borrowing RunState
  ) async throws(Stop) -> Secret {
    let request = TimedCodeRequest(
      secret, algorithm: options.algorithm?.rawValue, digits: options.digits,
      period: options.period)
    for wait in 0...CodeWatch.waitsMax {
      // The time of the server's clock, which the script may have moved. Both clocks run at the
      // same speed.
      let offset = state.transaction.traits.clockOffset
      let now = state.time.now + offset
      guard let code = state.environment.totp(request, now) else {
        throw .fault(
          .valueFailed(message: "the shared secret of `totp` can't be read"), at: place,
          help: "write the Base32 text for an authenticator app, or an `otpauth:` address"
        )
      }
      let isUsed = isUsed(code, moves: state.journal.moves)
      // If the run ends before the next code starts, this code is the best available.
      let isEnding =
        code.end - now <= CodeWatch.edge && code.end < state.time.end + offset && wait == 0
      guard isUsed || isEnding else {
        note(code, moves: state.journal.moves)
        return state.learned(code.code)
      }
      let pause = min(code.end, state.time.end + offset) - now
      try await state.pause(for: pause)
      _ = try state.checkTime()
    }
    throw .fault(.valueFailed(message: "`totp` returned no new code after the wait"), at: place)
  }
}
