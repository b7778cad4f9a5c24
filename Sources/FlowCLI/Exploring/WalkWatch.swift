import FlowEngine
import FlowExplorer
import FlowRuntime
import FlowSimulator

/// Watches over the walks of a command: tells how far they are, and ends them where their time is
/// over or somebody has interrupted.
struct WalkWatch {
  /// How long all walks may take.
  let limit: Duration
  private let clock: any RunClock
  private let began: Duration
  private var line: LiveLine
  private var count = 0
  private var ending: Ending?

  private enum Ending {
    case interrupted, late
  }

  /// How long walks take at most where nobody says otherwise.
  static let usual = Duration.seconds(600)
  /// At how many positions the clock is looked at once.
  private static let step = 256

  init(_ options: WalkOptions, _ host: Host) {
    limit = options.time
    clock = host.clock
    began = host.clock.now
    line = LiveLine(host.errors, host.clock, isLive: host.canRedraw(host.errors))
  }

  /// Why walks leave something out, but for their time.
  static let tooLong =
    "not complete: a walk has more positions than are kept; `--states` keeps more"
  static let tooWide =
    "not complete: the policies name too many zones to combine; each was tried alone, and in pairs"

  /// Whether the time was over before the walks were.
  var isLate: Bool { ending == .late }

  /// Whether a walk goes on; asked at each of its positions.
  ///
  /// - Parameter done: which walk it is, of how many there are; `nil` where nobody knows.
  /// - Returns: whether it does.
  mutating func goesOn(_ done: (walk: Int, of: Int)? = nil) -> Bool {
    count += 1
    if ending == nil, count % WalkWatch.step == 1 { look(done) }
    return ending == nil
  }

  private mutating func look(_ done: (walk: Int, of: Int)?) {
    if Task.isCancelled {
      ending = .interrupted
    } else if clock.now - began >= limit {
      ending = .late
    }
    let positions = count
    line.draw { _ in
      let place = done.map { "walk \($0.walk + 1) of \($0.of), " } ?? ""
      return "\(place)\(positions) positions"
    }
  }

  /// The walks are over.
  mutating func end() { line.clear() }
}

/// How far walks go: what `explore`, `audit` and `diff` have in common.
struct WalkOptions {
  var states: Int
  var time: Duration
  var isPairwise: Bool

  private enum Contexts: String, CaseIterable {
    case full, pairwise
  }

  static let specs = [
    OptionSpec(
      name: "--states", value: "N",
      meaning: "keep at most so many positions of a walk (\(Explorer.statesUsual))"),
    OptionSpec(name: "--time", value: "TIME", meaning: "end the walks after this long (10m)"),
  ]

  /// Which circumstances are walked.
  static let contexts = OptionSpec(
    name: "--contexts", value: "WHICH",
    meaning: "full (default), or pairwise: at most two things out of the ordinary at once",
    words: Contexts.allCases.map(\.rawValue))

  init(_ arguments: ParsedArguments) throws(ParsedArguments.Fault) {
    states = try arguments.number("--states", 1...10_000_000) ?? Explorer.statesUsual
    time = try arguments.value("--time").map(RunOptions.duration) ?? WalkWatch.usual
    isPairwise = try arguments.word("--contexts", of: Contexts.self) == .pairwise
  }

  /// What walks an org so far.
  func explorer(of org: FlowSimulator.Org, _ host: Host) -> Explorer {
    var explorer = Explorer(org, now: host.clock.now)
    explorer.statesMax = states
    explorer.isPairwise = isPairwise
    return explorer
  }
}
