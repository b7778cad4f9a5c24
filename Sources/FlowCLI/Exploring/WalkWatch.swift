import FlowEngine
import FlowHost
import FlowTerminal
import PolicyExplorer
import FlowInterpreter
import OktaSimulator

/// Watches over the walks of a command: tells how far they are, and ends them if their time is over,
/// the memory is used up, or somebody has interrupted.
struct WalkWatch {
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

  /// How long walks take at most where nobody says otherwise.
  static let usual = Duration.seconds(600)
  /// At how many acts the memory is looked at once, and the line is drawn anew.
  private static let step = 64

  init(_ options: WalkOptions, _ host: Host) {
    self.options = options
    clock = host.clock
    memoryInUse = host.memoryInUse
    began = host.clock.now
    line = LiveLine(host.errors, host.clock, isLive: host.canRedraw(host.errors))
  }

  /// Why walks leave something out, but for their time and the memory.
  static let tooLong = "a walk has more positions than are kept; `--states` keeps more"
  static let tooWide =
    "the policies name too many zones to combine; each was tried alone, and in pairs"

  /// Reports why an answer isn't complete.
  ///
  /// - Parameters:
  ///   - gaps: The reasons, a sentence each; a reason may quote names of an org.
  ///   - host: Where they are written.
  static func warn(_ gaps: [String], _ host: Host) {
    for gap in gaps { host.errors.write("flow: warning: not complete: \(gap.terminalSafe)\n") }
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
  /// - Parameter done: which walk it is, of how many there are; `nil` where nobody knows.
  /// - Returns: whether it does.
  mutating func goesOn(_ done: (walk: Int, of: Int)? = nil) -> Bool {
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

  /// The walks are over.
  mutating func end() { line.clear() }

  /// Lets the writing of flows use what the walks have left of the time and of the memory.
  mutating func beginRest() {
    isRest = true
    if ending != .interrupted { ending = nil }
  }
}

/// How far walks go: what `explore`, `audit` and `diff` have in common.
struct WalkOptions {
  var states: Int
  var time: Duration
  /// The most memory that the process is to use, in bytes.
  var memory: Int
  var isPairwise: Bool
  /// Whether flows are written after the walks, in the same time.
  var isWriting = false

  private enum Contexts: String, CaseIterable {
    case full, pairwise
  }

  static let specs = [
    OptionSpec(
      name: "--states", value: "N",
      meaning: "keep at most so many positions of a walk (\(Explorer.statesUsual))"),
    OptionSpec(name: "--time", value: "TIME", meaning: "end the walks after this long (10m)"),
    OptionSpec(
      name: "--memory", value: "SIZE", meaning: "end the walks before more memory is used (1GB)"),
  ]

  /// Which circumstances are walked.
  static let contexts = OptionSpec(
    name: "--contexts", value: "WHICH",
    meaning: "full (default), or pairwise: at most two things out of the ordinary at once",
    words: Contexts.allCases.map(\.rawValue))

  init(_ arguments: ParsedArguments) throws(ParsedArguments.Fault) {
    states = try arguments.number("--states", 1...10_000_000) ?? Explorer.statesUsual
    time = try arguments.value("--time").map(RunOptions.duration) ?? WalkWatch.usual
    memory = try arguments.value("--memory").map(MemorySize.bytes) ?? WalkOptions.memoryUsual
    isPairwise = try arguments.word("--contexts", of: Contexts.self) == .pairwise
  }

  /// The most memory where nobody says otherwise: 1 GB.
  private static let memoryUsual = 1 << 30

  /// The time at which walks end: what they have found is printed, or written, in the rest.
  var walkTime: Duration { isWriting ? time / 4 * 3 : time / 10 * 9 }

  /// The time at which the writing of flows ends: its last file is written in the rest.
  var restTime: Duration { time / 20 * 19 }

  /// The memory at which walks end: what they have found is printed in the rest.
  var walkMemory: Int { memory / 4 * 3 }

  /// What walks an org so far.
  func explorer(of org: OktaSimulator.Org, _ host: Host) -> Explorer {
    var explorer = Explorer(org, now: host.clock.now)
    explorer.statesMax = states
    explorer.isPairwise = isPairwise
    return explorer
  }
}
