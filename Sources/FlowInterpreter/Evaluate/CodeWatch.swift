import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Which one-time codes were made, by a run and those beside it: none is sent twice, for a server
/// takes each once (RFC 6238, section 5.2).
struct CodeWatch {
  /// When a code is too near its end to be sent: it might arrive after it.
  static let edge = Duration.seconds(2)

  /// How often a run waits for one code's next window: once is enough, unless a clock is odd.
  static let waitsMax = 3

  private struct Made {
    var end: Duration
    /// How many moves had been made by then.
    var moves: Int
  }

  /// The newest code of each key.
  private var made: [Secret: Made] = [:]
  /// Those of the other runs at the same server, and the number of this one there.
  private let others: (codes: SentCodes, run: Int)?

  init(sharing codes: SentCodes?) {
    others = codes.map { ($0, $0.begin()) }
  }

  /// Whether a code, or one after it, may have been sent already: by another run, or one was made,
  /// and a move after it.
  private func isUsed(_ code: TimedCode, moves: Int) -> Bool {
    if let others, others.codes.isUsed(code, byOthersThan: others.run) { return true }
    guard let last = made[code.key] else { return false }
    return code.end <= last.end && last.moves < moves
  }

  private mutating func note(_ code: TimedCode, moves: Int) {
    made[code.key] = Made(end: code.end, moves: moves)
    if let others { others.codes.note(code, by: others.run) }
  }

  /// A one-time code that the run has not sent yet; waits for the next one by the run's clock if
  /// this one was sent, or is about to end.
  mutating func code(
    of secret: Secret, _ options: PlannedTotp, at place: Place, _ state: borrowing RunState
  ) async throws(Stop) -> Secret {
    let request = TimedCodeRequest(
      secret, algorithm: options.algorithm?.rawValue, digits: options.digits,
      period: options.period)
    for wait in 0...CodeWatch.waitsMax {
      // By the server's clock, which the script may have moved; waits are as long on either.
      let offset = state.transaction.traits.clockOffset
      let now = state.time.now + offset
      guard let code = state.environment.totp(request, now) else {
        throw .fault(
          .valueFailed(message: "the shared secret of `totp` can't be read"), at: place,
          help: "it is the Base32 text that an authenticator app is given, or an `otpauth:` address"
        )
      }
      let isUsed = isUsed(code, moves: state.journal.moves)
      // Where the run ends before the next code, this one is better than none.
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
    throw .fault(.valueFailed(message: "no new code of `totp` came with the time"), at: place)
  }
}
