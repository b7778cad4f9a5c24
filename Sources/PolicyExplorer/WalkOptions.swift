import FlowEngine
package import FlowHost
package import OktaSimulator

/// The limits of the explorations of an org.
package struct WalkOptions: Sendable {
  /// The maximum number of states in an exploration.
  package var states = Explorer.statesUsual
  /// The maximum run time of the command.
  package var time = Duration.seconds(600)
  /// The maximum memory of the process, in bytes: 1 GB.
  package var memory = 1 << 30
  /// Whether flows are written after the explorations, within the same time.
  package var isWriting = false

  /// Creates the default limits.
  package init() {}

  /// The time after which explorations end.
  ///
  /// The rest of the time is for printing or writing the results.
  var walkTime: Duration { isWriting ? time / 4 * 3 : time / 10 * 9 }

  /// The time after which writing flows ends.
  ///
  /// The rest of the time is for the last file.
  var restTime: Duration { time / 20 * 19 }

  /// The memory use at which explorations end.
  ///
  /// The rest of the memory is for printing the results.
  var walkMemory: Int { memory / 4 * 3 }

  /// Returns an explorer of an org with the maximum number of states.
  package func explorer(of org: OktaSimulator.Org, _ host: Host) -> Explorer {
    var explorer = Explorer(org, now: host.clock.now)
    explorer.statesMax = states
    return explorer
  }
}
