import FlowEngine
package import FlowHost
import FlowTerminal
import FlowInterpreter
import FlowText
import OktaSimulator

/// Watches the explorations of a command.
///
/// It shows their progress. It ends them when the time is over, when the memory is used up, or when
/// the user interrupts the command.
package struct WalkWatch {
  private let options: WalkOptions
  private let clock: any RunClock
  private let memoryInUse: @Sendable () -> Int?
  private let began: Duration
  private var line: LiveLine
  private var count = 0
  private var ending: Ending?
  /// Whether the explorations have ended, so that the rest of the time and the memory is available.
  private var isRest = false

  private enum Ending {
    case interrupted, late, full
  }

  /// The number of acts between two checks of the memory and updates of the progress line.
  private static let step = 64

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - options: The limits.
  ///   - host: Provides the clock, the memory use and the terminal.
  package init(_ options: WalkOptions, _ host: Host) {
    self.options = options
    clock = host.clock
    memoryInUse = host.memoryInUse
    began = host.clock.now
    line = LiveLine(host.errors, host.clock, isLive: host.canRedraw(host.errors))
  }

  /// The reasons for incomplete explorations other than time and memory.
  static let tooLong = "an exploration has more states than are kept; `--states` keeps more"
  static let tooWide =
    "the policies name too many zones without addresses or unknown conditions to combine all of them"

  /// Prints why a result is incomplete.
  ///
  /// - Parameters:
  ///   - gaps: The reasons, one sentence each. They may quote names from an org.
  ///   - host: The host that prints the reasons.
  package static func warn(_ gaps: [String], _ host: Host) {
    for gap in gaps { host.errors.print("flow: warning: not complete: \(gap)\n") }
  }

  /// The limit that was reached, and the option that raises it; `nil` if no limit was reached.
  var spent: (what: String, option: String)? {
    switch ending {
    case .late: ("time was over", "--time")
    case .full: ("memory was used up", "--memory")
    case .interrupted, nil: nil
    }
  }

  /// Returns whether to continue an exploration.
  ///
  /// Called before each act.
  ///
  /// - Parameter done: The number of the current exploration, and the number of all explorations;
  ///   `nil` if the numbers aren't known.
  /// - Returns: Whether to continue.
  package mutating func goesOn(_ done: (walk: Int, of: Int)? = nil) -> Bool {
    guard ending == nil else { return false }
    count += 1
    if clock.now - began >= (isRest ? options.restTime : options.walkTime) {
      ending = .late
    } else if count % WalkWatch.step == 1 {
      look(done)
    }
    return ending == nil
  }

  private mutating func look(_ done: (walk: Int, of: Int)?) {
    if Task.isCancelled {
      ending = .interrupted
    } else if let used = memoryInUse(), used >= (isRest ? options.memory : options.walkMemory) {
      ending = .full
    }
    let acts = count
    line.draw { _ in
      let place =
        done.map { "exploration \($0.walk + 1) of \($0.of), " } ?? (isRest ? "writing, " : "")
      return "\(place)\(acts) steps"
    }
  }

  /// The time of the host's clock at which writing flows ends.
  package var restEnd: Duration { began + options.restTime }

  /// Removes the progress line from the terminal after the explorations.
  package mutating func end() { line.clear() }

  /// Lets writing the flows use the remaining time and memory.
  mutating func beginRest() {
    isRest = true
    if ending != .interrupted { ending = nil }
  }
}
