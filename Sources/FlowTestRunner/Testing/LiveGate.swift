import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP
import FlowTerminal
import FlowText

/// Controls when flows may sign in at a real org.
///
/// Two flows of one user never run at the same time, and the number of sign-ins stays within the
/// rate.
actor LiveGate {
  /// A flow that waits.
  ///
  /// Waiting flows are in the order in which they came.
  private struct Waiting {
    var host: String
    var user: String?
    var continuation: CheckedContinuation<Void, Never>
  }

  /// The users of the running flows, by host.
  ///
  /// `nil` stands for an unknown user.
  private var inside: [String: [String?]] = [:]
  private var waiting: [Waiting] = []
  private let rate: Rate
  /// The time at which the next sign-in may begin.
  private var next = Duration.zero

  init(_ rate: Rate) { self.rate = rate }

  // MARK: Users

  /// Returns the user of a flow; `nil` if the user isn't known before the run.
  ///
  /// The login is in lower case, because orgs ignore its case.
  static func user(of plan: RunPlan, _ context: RunContext) -> String? {
    PlannedUser(plan, context.sources(demo: false, of: plan).leaving).name?.lowercased()
  }

  /// Waits until no flow of the same user or of an unknown user is running at a host.
  func enter(_ host: String, _ user: String?) async {
    if mayEnter(host, user), !waiting.contains(where: { $0.host == host }) {
      inside[host, default: []].append(user)
      return
    }
    await withCheckedContinuation { continuation in
      waiting.append(Waiting(host: host, user: user, continuation: continuation))
    }
  }

  /// Records that a user's flow has ended, and admits waiting flows.
  func leave(_ host: String, _ user: String?) {
    if let index = inside[host]?.firstIndex(of: user) { inside[host]?.remove(at: index) }
    // Flows are admitted in the order in which they came, so that a flow of an unknown user, next to
    // which no other may run, isn't overtaken forever.
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

  // MARK: Rate

  /// Waits until the next sign-in may begin.
  ///
  /// - Parameter clock: The machine's clock.
  /// - Returns: Whether the sign-in may begin; `false` if the run was ended in the meantime.
  func pace(_ clock: any RunClock) async -> Bool {
    let now = clock.now
    let turn = max(now, next)
    next = turn + rate.interval
    guard turn > now else { return !Task.isCancelled }
    do { try await clock.sleep(for: turn - now) } catch { return false }
    return !Task.isCancelled
  }

  // MARK: Protecting a real org

  /// Returns the fault for a real issuer that `--live` doesn't allow.
  static func unnamed(_ issuer: HTTPURL) -> UsageFault {
    let host = issuer.liveHost
    return UsageFault(
      message: "this would sign in at `\(host)`, a real issuer, so nothing was sent",
      help: "`--live \(host)` allows it")
  }

  /// Returns the reason why nothing more may be sent to the real org after a run; `nil` if there is
  /// none.
  static func reasonToStop(_ result: RunResult) -> String? {
    if result.faults.contains(where: { $0.kind == .serverLimit }) {
      return "the org limits requests (429)"
    }
    let isLockout = result.messages.contains { message in
      guard let key = message.key?.lowercased() else { return false }
      return lockouts.contains(key) || key.contains("locked") || key.contains("lockout")
    }
    return isLockout ? "the org locked an account" : nil
  }

  /// Okta's message keys for a locked account, on its pages and in the management API.
  private static let lockouts: Set = [
    "authfactor.challenge.suspended_factor", "errors.e0000119", "errors.e0000069",
  ]
}
