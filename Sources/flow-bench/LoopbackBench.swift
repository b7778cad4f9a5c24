import FlowHTTP

/// Measures sign-ins over HTTP to a server on this machine.
enum LoopbackBench {
  private static let rounds = 200
  /// The number of sign-ins for the first measurement of memory.
  private static let few = 1_000
  private static let many = 10_000

  /// Compares a sign-in by a script with the same requests without a script, over the same
  /// transport.
  static func run(_ report: Report, _ group: String, _ signIn: SignIn) async {
    let name = "sign-in over loopback, wall"
    guard let org = signIn.overLoopback() else {
      return report.skip(
        name, of: group, because: "sockets or the signature library are unavailable")
    }
    defer { org.stop() }
    let recorder = RecordingTransport(LoopbackTransport())
    guard await signIn.byScript(at: org, over: recorder) else {
      return report.skip(name, of: group, because: "a sign-in did not succeed")
    }
    let requests = recorder.exchanges.map(\.request)
    var ours: [Double] = []
    var bare: [Double] = []
    for _ in 0..<rounds {
      var start = ContinuousClock.now
      guard await signIn.byScript(at: org, over: LoopbackTransport()) else {
        return report.skip(name, of: group, because: "a sign-in did not succeed")
      }
      ours.append((ContinuousClock.now - start).seconds)
      start = ContinuousClock.now
      guard await send(requests, to: org) else {
        return report.skip(name, of: group, because: "the same requests got different answers")
      }
      bare.append((ContinuousClock.now - start).seconds)
    }
    let baseline = Measurement.Baseline(
      name: "the same \(requests.count) requests, bare", figure: bare.median * 1e3)
    report.show(
      Measurement(
        name: name, figure: ours.median * 1e3, unit: "ms", baseline: baseline), of: group)
    let shares = zip(ours, bare).map { 100 * ($0 - $1) / $0 }
    report.show(
      Measurement(
        name: "the client's share", figure: shares.median, unit: "%", target: .most(25)),
      of: group)
    await inARow(report, group, org)
  }

  /// Measures consecutive sign-ins of seven requests by one client, as the flows of a suite run.
  ///
  /// The client requests the issuer's metadata and keys only once.
  private static func inARow(_ report: Report, _ group: String, _ org: LoopbackOrg) async {
    let name = "of \(few) with 7 requests in a row, wall"
    guard let signIn = SignIn(script: SignIn.shortScript) else { return }
    org.begin()
    let client = signIn.client(of: org, over: LoopbackTransport())
    var times: [Double] = []
    for _ in 0..<few {
      let start = ContinuousClock.now
      guard await signIn.byScript(at: org, client: client) else {
        return report.skip(name, of: group, because: "a sign-in did not succeed")
      }
      times.append((ContinuousClock.now - start).seconds)
    }
    times.sort()
    let slowest = Measurement.Baseline(
      name: "the slowest of a hundred", figure: times[times.count * 99 / 100] * 1e3)
    report.show(
      Measurement(
        name: name, figure: times.median * 1e3, unit: "ms", baseline: slowest,
        target: .most(3)), of: group)
  }

  /// Sends requests one after another over a new connection.
  ///
  /// - Returns: Whether the last answer is the same as in the sign-in.
  private static func send(_ requests: [HTTPRequest], to org: LoopbackOrg) async -> Bool {
    org.begin()
    let transport = LoopbackTransport()
    var status = 0
    for request in requests {
      guard let response = try? await transport.send(request) else { return false }
      status = response.status
    }
    return status == 200
  }

  /// Compares the peak memory after many sign-ins with the peak after few.
  static func memory(_ report: Report, _ group: String, bench: String) {
    PeakMemory.compare("sign-ins", few, many, report, group, bench: bench)
  }

  /// Signs in over HTTP, and prints the peak memory after each of the counts.
  static func printPeaks(after counts: [Int], _ signIn: SignIn) async {
    guard let org = signIn.overLoopback() else { return }
    defer { org.stop() }
    var done = 0
    for count in counts {
      while done < count {
        guard await signIn.byScript(at: org, over: LoopbackTransport()) else { return }
        done += 1
      }
      print(PeakMemory.bytes)
    }
  }
}
