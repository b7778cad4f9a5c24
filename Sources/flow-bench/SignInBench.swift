import FlowEngine
import FlowWire

/// Sign-ins in this process, requests and responses handed over as they are.
enum SignInBench {
  private static let rounds = 15
  private static let signIns = 100

  /// Sign-ins by a script beside the same moves by hand, and where the time goes.
  static func run(_ report: Report, _ group: String, _ signIn: SignIn) async {
    var byScript: [Double] = []
    var byHand: [Double] = []
    var org: [Double] = []
    do throws(EngineFailure) {
      let requests = try await signIn.exchanges().map(\.request)
      guard await signIn.byScript(), try await signIn.byHand(), signIn.replay(requests) == 200
      else { throw EngineFailure(.refused, "a sign-in did not succeed") }
      for _ in 0..<rounds {
        var start = Stopwatch.now
        for _ in 0..<signIns { _ = await signIn.byScript() }
        byScript.append(Stopwatch.now - start)
        start = Stopwatch.now
        for _ in 0..<signIns { _ = try await signIn.byHand() }
        byHand.append(Stopwatch.now - start)
        start = Stopwatch.now
        for _ in 0..<signIns { _ = signIn.replay(requests) }
        org.append(Stopwatch.now - start)
      }
    } catch {
      report.skip("sign-ins", of: group, because: error.message)
      return
    }
    show(report, group, byScript.median, byHand.median, org.median)
  }

  private static func show(
    _ report: Report, _ group: String, _ byScript: Double, _ byHand: Double, _ org: Double
  ) {
    let rate = { Double(signIns) / $0 }
    let hand = Measurement.Baseline(name: "by hand", figure: rate(byHand))
    report.show(
      Measurement(
        name: "sign-ins by script", figure: rate(byScript), unit: "/s", baseline: hand,
        target: .least(5000)), of: group)
    report.show(
      Measurement(
        name: "the org alone, same requests", figure: rate(org), unit: "/s", baseline: hand),
      of: group)
    let share = { 100 * $0 / byScript }
    report.show(
      Measurement(
        name: "interpreter's share", figure: share(byScript - byHand), unit: "%",
        target: .most(10)), of: group)
    report.show(
      Measurement(name: "engine's share", figure: share(byHand - org), unit: "%"), of: group)
    report.show(Measurement(name: "org's share", figure: share(org), unit: "%"), of: group)
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
