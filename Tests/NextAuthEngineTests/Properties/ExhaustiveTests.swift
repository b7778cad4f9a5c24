import NextAuthEngine
import Testing

/// Every sequence of eight moves in a small world: one account with a PIN and a biometric, two
/// sessions at the most, each request answered in one of three ways, and time in steps of a session's
/// deadline. Worlds that are the same are walked once.
@Suite("All short sequences")
struct ExhaustiveTests {
  static let depth = 8

  /// What can be done in the small world; starts only while there is room for a session.
  private static let starts: [WorldMove] = [
    .start(nonce: 0, kind: .login, demand: 0, isChosen: false, isPush: false),
    .start(nonce: 1, kind: .enrol, demand: 0, isChosen: false, isPush: true),
    .startAppLogin(account: 0),
  ]
  private static let moves: [WorldMove] = [
    .call(session: 0, what: 0, choice: 0), .call(session: 0, what: 0, choice: 1),
    .call(session: 1, what: 0, choice: 0), .call(session: 0, what: 1, choice: 0),
    .call(session: 0, what: 2, choice: 0), .answer(request: 0, how: 0),
    .answer(request: 0, how: 1), .answer(request: 0, how: 3), .wait(seconds: 120),
    .logout(session: 0), .delete(account: 0, byServer: true),
  ]

  private static var worlds: [(name: String, setup: WorldSetup)] {
    var usual = WorldSetup()
    usual.hasBiometric = true
    var skipping = usual
    skipping.startsManually = false
    skipping.bypasses = true
    var free = usual
    free.policy = 0
    free.isPinged = false
    return [("usual", usual), ("skipping", skipping), ("free", free)]
  }

  @Test(
    "In a small world nothing that eight moves can do breaks an invariant or leaves the table",
    arguments: [0, 1, 2])
  func walk(_ number: Int) {
    let (name, setup) = ExhaustiveTests.worlds[number]
    var layer = [World(setup)]
    var known = Set(layer)
    for step in 1...ExhaustiveTests.depth {
      var next: [World] = []
      for world in layer {
        let starts = world.sessionCount < 2 ? ExhaustiveTests.starts : []
        for move in starts + ExhaustiveTests.moves {
          var after = world
          if let fault = after.make(move, isThorough: true) {
            Issue.record("\(name), after \(step) moves, the last \(move): \(fault)")
            return
          }
          if known.insert(after).inserted { next.append(after) }
        }
      }
      layer = next
    }
    #expect(known.count > 1000, "\(name): \(known.count) worlds")
  }
}
