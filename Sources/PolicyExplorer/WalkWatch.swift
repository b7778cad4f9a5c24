import FlowEngine
package import FlowHost
import FlowTerminal
import FlowInterpreter
import FlowText
import OktaSimulator

/// Watches the walks of a command: shows how far they are, and ends them when their time is over,
/// when the memory is used up, or when the user interrupts.
package struct WalkWatch {
  private let options: WalkOptions
  private let clock: any RunClock
  private let memoryInUse: @Sendable () -> Int?
  private let began: Duration
  private var line: LiveLine
  private var count = 0
  private var ending: Ending?
  /// Whether the walks are over, and the rest of the time and of the memory is used.
  private var isRest = false

  private enum Ending {
    case interrupted, late, full
  }

  /// The number of acts after which the memory is checked and the line is drawn again.
  private static let step = 64

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - options: The limits.
  ///   - host: The clock, the memory and the terminal.
  package init(_ options: WalkOptions, _ host: Host) {
    self.options = options
    clock = host.clock
    memoryInUse = host.memoryInUse
    began = host.clock.now
    line = LiveLine(host.errors, host.clock, isLive: host.canRedraw(host.errors))
  }

  /// Why walks leave something out, but for their time and the memory.
  static let tooLong = "a walk has more positions than are kept; `--states` keeps more"
  static let tooWide =
    "the policies name too many zones without addresses or unknown conditions to combine all of them"

  /// Reports why an answer isn't complete.
  ///
  /// - Parameters:
  ///   - gaps: The reasons, a sentence each; a reason may quote names of an org.
  ///   - host: Where they are written.
  package static func warn(_ gaps: [String], _ host: Host) {
    for gap in gaps { host.errors.print("flow: warning: not complete: \(gap)\n") }
  }

  /// What the walks had too little of, and the option that gives more; `nil` if they had enough.
  var spent: (what: String, option: String)? {
    switch ending {
    case .late: ("time was over", "--time")
    case .full: ("memory was used up", "--memory")
    case .interrupted, nil: nil
    }
  }

  /// Whether a walk goes on; asked before each of its acts.
  ///
  /// - Parameter done: Which walk it is, and how many there are; `nil` if that isn't known.
  /// - Returns: Whether the walk goes on.
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
      let place = done.map { "walk \($0.walk + 1) of \($0.of), " } ?? (isRest ? "writing, " : "")
      return "\(place)\(acts) steps"
    }
  }

  /// The time of the host's clock at which the writing of flows ends.
  package var restEnd: Duration { began + options.restTime }

  /// Removes the line from the terminal: the walks are over.
  package mutating func end() { line.clear() }

  /// Lets the writing of flows use what the walks have left of the time and of the memory.
  mutating func beginRest() {
    isRest = true
    if ending != .interrupted { ending = nil }
  }
}
