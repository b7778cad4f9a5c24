import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP
import FlowTerminal
import FlowText

/// Who may begin at a real org, and when: no two flows of one user at once, and no more of them
/// than the pace allows.
actor LiveGate {
  /// Who waits, in the order in which they came.
  private struct Waiting {
    var host: String
    var user: String?
    var continuation: CheckedContinuation<Void, Never>
  }

  /// The users whose flows are under way, by host; `nil` for one whose user is not known.
  private var inside: [String: [String?]] = [:]
  private var waiting: [Waiting] = []
  private let rate: Rate
  /// From when the next sign-in may begin.
  private var next = Duration.zero

  init(_ rate: Rate) { self.rate = rate }

  // MARK: Users

  /// Who a flow signs in, where that is known before it runs: an org tells people apart by letters
  /// and not by their case.
  static func user(of plan: RunPlan, _ context: RunContext) -> String? {
    PlannedUser(plan, context.sources(demo: false, of: plan).leaving).name?.lowercased()
  }

  /// Waits until no flow of a user is under way at a host, nor one of a user who is not known.
  func enter(_ host: String, _ user: String?) async {
    if mayEnter(host, user), !waiting.contains(where: { $0.host == host }) {
      inside[host, default: []].append(user)
      return
    }
    await withCheckedContinuation { continuation in
      waiting.append(Waiting(host: host, user: user, continuation: continuation))
    }
  }

  /// A flow of a user is over.
  func leave(_ host: String, _ user: String?) {
    if let index = inside[host]?.firstIndex(of: user) { inside[host]?.remove(at: index) }
    // Whoever came first goes first, so that one who needs the host alone comes to it.
    var index = 0
    var isHeld = false
    while index < waiting.count {
      let other = waiting[index]
      guard other.host == host, !isHeld, mayEnter(host, other.user) else {
        if other.host == host, other.user == nil { isHeld = true }
        index += 1
        continue
      }
      inside[host, default: []].append(other.user)
      waiting.remove(at: index)
      other.continuation.resume()
    }
  }

  private func mayEnter(_ host: String, _ user: String?) -> Bool {
    guard let busy = inside[host], !busy.isEmpty else { return true }
    guard user != nil else { return false }
    return !busy.contains(user) && !busy.contains(nil)
  }

  // MARK: Pace

  /// Waits for the turn of a sign-in.
  ///
  /// - Parameter clock: the machine's clock.
  /// - Returns: Whether it came; not where the run was ended before.
  func pace(_ clock: any RunClock) async -> Bool {
    let now = clock.now
    let turn = max(now, next)
    next = turn + rate.interval
    guard turn > now else { return !Task.isCancelled }
    do { try await clock.sleep(for: turn - now) } catch { return false }
    return !Task.isCancelled
  }

  // MARK: Care

  /// That a real issuer was not named.
  static func unnamed(_ issuer: HTTPURL) -> UsageFault {
    let host = issuer.liveHost
    return UsageFault(
      message: "this would sign in at `\(host)`, a real issuer, and nothing was sent there",
      help: "`--live \(host)` allows it")
  }

  /// Why nothing more may be sent to a real org after a run; `nil` where it may.
  static func reasonToStop(_ result: RunResult) -> String? {
    if result.faults.contains(where: { $0.kind == .serverLimit }) {
      return "the org limits requests (429)"
    }
    let isLockout = result.messages.contains { message in
      guard let key = message.key?.lowercased() else { return false }
      return lockouts.contains(key) || key.contains("locked") || key.contains("lockout")
    }
    return isLockout ? "the org has locked an account" : nil
  }

  /// The keys by which Okta tells that an account is locked: on its pages, and to the management
  /// API.
  private static let lockouts: Set = [
    "authfactor.challenge.suspended_factor", "errors.e0000119", "errors.e0000069",
  ]
}
