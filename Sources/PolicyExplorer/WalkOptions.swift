import FlowEngine
package import FlowHost
package import OktaSimulator

/// The limits of the walks of an org.
package struct WalkOptions: Sendable {
  /// The most positions of a walk.
  package var states = Explorer.statesUsual
  /// The most time that the command takes.
  package var time = Duration.seconds(600)
  /// The most memory that the process uses, in bytes: 1 GB.
  package var memory = 1 << 30
  /// Whether flows are written after the walks, in the same time.
  package var isWriting = false

  /// Makes the default limits.
  package init() {}

  /// The time at which walks end: what they have found is printed, or written, in the rest.
  var walkTime: Duration { isWriting ? time / 4 * 3 : time / 10 * 9 }

  /// The time at which the writing of flows ends: its last file is written in the rest.
  var restTime: Duration { time / 20 * 19 }

  /// The memory at which walks end: what they have found is printed in the rest.
  var walkMemory: Int { memory / 4 * 3 }

  /// Returns an explorer of an org with these limits.
  package func explorer(of org: OktaSimulator.Org, _ host: Host) -> Explorer {
    var explorer = Explorer(org, now: host.clock.now)
    explorer.statesMax = states
    return explorer
  }
}
