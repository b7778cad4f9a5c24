import NextAuthEngine
import Testing

/// Every sequence of eight moves in small worlds; equal worlds are explored once.
///
/// Each has one account, a PIN and a biometric. Three worlds differ in their configuration and have
/// one session of any kind. They have all calls, answers that continue the session, allow another
/// try or end it, deletion, logout and time. The fourth has two sessions, and the moves that
/// advance or end them.
@Suite("All short sequences", .serialized)
struct ExhaustiveTests {
  static let depth = 8

  struct SmallWorld: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var setup: WorldSetup
    /// The maximum number of sessions.
    var sessions: Int
    var starts: [WorldMove]
    var moves: [WorldMove]
    /// The minimum number of different worlds, so that the exploration can't shrink unnoticed.
    var least: Int
  }

  private static let login = WorldMove.start(
    nonce: 0, kind: .login, demand: 0, isChosen: false, isPush: false)
  private static let enrol = WorldMove.start(
    nonce: 1, kind: .enrol, demand: 0, isChosen: false, isPush: true)

  private static let allMoves: [WorldMove] = [
    .call(session: 0, what: 0, choice: 0), .call(session: 0, what: 0, choice: 1),
    .call(session: 0, what: 1, choice: 0), .call(session: 0, what: 2, choice: 0),
    .answer(request: 0, how: 0), .answer(request: 0, how: 1), .answer(request: 0, how: 3),
    .wait(seconds: 120), .logout(session: 0), .delete(account: 0, byServer: true),
  ]

  private static let fewMoves: [WorldMove] = [
    .call(session: 0, what: 0, choice: 0), .call(session: 1, what: 0, choice: 0),
    .call(session: 0, what: 1, choice: 0), .call(session: 1, what: 1, choice: 0),
    .answer(request: 0, how: 0), .answer(request: 1, how: 0),
  ]

  private static func alone(_ name: String, _ setup: WorldSetup) -> SmallWorld {
    SmallWorld(
      testDescription: name, setup: setup, sessions: 1,
      starts: [login, enrol, .startAppLogin(account: 0)], moves: allMoves, least: 2000)
  }

  static let worlds: [SmallWorld] = {
    var usual = WorldSetup()
    usual.hasBiometric = true
    var skipping = usual
    skipping.startsManually = false
    skipping.bypasses = true
    var free = usual
    free.policy = 0
    free.isPinged = false
    return [
      alone("one session", usual), alone("one session, READY skipped", skipping),
      alone("one session, no factor, one-time", free),
      SmallWorld(
        testDescription: "two sessions, READY skipped", setup: skipping, sessions: 2,
        starts: [login, enrol, .startAppLogin(account: 0)], moves: fewMoves, least: 1500),
    ]
  }()

  @Test(
    "No eight moves break an invariant or leave the table",
    arguments: worlds)
  func walk(_ small: SmallWorld) async {
    var layer = [World(small.setup)]
    var known = Set(layer)
    for step in 1...ExhaustiveTests.depth {
      var next: [World] = []
      for (number, world) in layer.enumerated() {
        // Other tests wait for real servers meanwhile.
        if number.isMultiple(of: 5) { await Task.yield() }
        let starts = world.sessionCount < small.sessions ? small.starts : []
        for move in starts + small.moves {
          var after = world
          if let fault = after.make(move, isThorough: true) {
            Issue.record("after \(step) moves, the last \(move): \(fault)")
            return
          }
          // The result of the last move isn't followed.
          guard step < ExhaustiveTests.depth else { continue }
          if known.insert(after).inserted { next.append(after) }
        }
      }
      layer = next
    }
    #expect(known.count > small.least, "\(known.count) worlds")
  }
}
