import FlowEngine
import FlowHTTP

/// Measures sign-ins in this process, with requests and responses passed on as they are.
enum SignInBench {
  /// Rounds are short and many, and shares are computed per round, so that a temporary slowdown
  /// affects all three parts.
  private static let rounds = 99
  private static let signIns = 20

  /// The seconds of one round.
  private struct Round {
    var byScript = 0.0
    var byHand = 0.0
    var org = 0.0
  }

  /// Compares sign-ins with a script and the same moves by hand, and shows the distribution of the
  /// time.
  static func run(_ report: Report, _ group: String, _ signIn: SignIn) async {
    var all: [Round] = []
    do throws(EngineFailure) {
      let requests = try await signIn.exchanges().map(\.request)
      guard await signIn.byScript(), try await signIn.byHand(), signIn.replay(requests) == 200
      else { throw EngineFailure(.refused, "a sign-in did not succeed") }
      for _ in 0..<rounds {
        var round = Round()
        Stopwatch.settle()
        var start = Stopwatch.now
        for _ in 0..<signIns { _ = try await signIn.byHand() }
        round.byHand = Stopwatch.now - start
        Stopwatch.settle()
        start = Stopwatch.now
        for _ in 0..<signIns { _ = await signIn.byScript() }
        round.byScript = Stopwatch.now - start
        Stopwatch.settle()
        start = Stopwatch.now
        for _ in 0..<signIns { _ = signIn.replay(requests) }
        round.org = Stopwatch.now - start
        all.append(round)
      }
    } catch {
      report.skip("sign-ins", of: group, because: error.message)
      return
    }
    show(report, group, all)
  }

  private static func show(_ report: Report, _ group: String, _ all: [Round]) {
    let rate = { (seconds: [Double]) in Double(signIns) / seconds.median }
    let hand = Measurement.Baseline(name: "by hand", figure: rate(all.map(\.byHand)))
    report.show(
      Measurement(
        name: "sign-ins by script", figure: rate(all.map(\.byScript)), unit: "/s", baseline: hand,
        target: .least(5000)), of: group)
    report.show(
      Measurement(
        name: "only the org, same requests", figure: rate(all.map(\.org)), unit: "/s",
        baseline: hand), of: group)
    let share = { (part: (Round) -> Double) in all.map { 100 * part($0) / $0.byScript }.median }
    report.show(
      Measurement(
        name: "interpreter's share", figure: share { $0.byScript - $0.byHand }, unit: "%",
        target: .most(10)), of: group)
    report.show(
      Measurement(name: "engine's share", figure: share { $0.byHand - $0.org }, unit: "%"),
      of: group)
    report.show(
      Measurement(name: "org's share", figure: share { $0.org }, unit: "%"), of: group)
  }
}

/// The pages of a sign-in as bytes.
enum SignInPages {
  static func bytes(_ signIn: SignIn) async -> [[UInt8]] {
    let exchanges = (try? await signIn.exchanges()) ?? []
    return exchanges.compactMap { exchange in
      if case .json(let json) = exchange.response.body { json.bytes() } else { nil }
    }
  }
}
