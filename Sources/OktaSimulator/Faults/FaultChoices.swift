/// The parts of a fault for selection lists: one of the first, one of the second, a colon, and some
/// of the third.
///
/// For numbers and durations, the lists have examples. Not all choices can be combined; see
/// `Fault.init(_:)`.
public enum FaultChoices {
  /// A group of choices.
  public struct Group: Sendable, Hashable {
    /// The title of the group.
    public var name: String
    /// The choices, as a fault has them.
    public var choices: [String]
  }

  /// The maximum length of a fault's text, in bytes.
  public static let textMax = Fault.textBytesMax

  /// The occasions of a fault.
  public static let when = [
    Group(name: "requests", choices: ["any"] + FaultNames.endpoints),
    Group(name: "answers to a step", choices: FaultNames.steps),
    Group(name: "sent messages", choices: FaultNames.channels),
  ]

  /// The frequency of a fault; the empty text means always.
  public static let howOften = [
    "", "once", "2nd", "3rd", "from 2nd", "from 3rd", "2 times", "3 times",
  ]

  /// The effects of a fault.
  public static let what = [
    Group(
      name: "instead of the answer",
      choices: FaultNames.statuses.flatMap { status in
        ["\(status)", "\(status) retry-after 2", "\(status) ion", "\(status) empty"]
      } + FaultNames.proxyStatuses.map { "html \($0)" } + ["drop", "expired"]),
    Group(
      name: "on its way",
      choices: ["latency 300ms", "latency 2s", "latency 10s", "latency 1m"]
        + ["truncate", "truncate 0", "truncate 50"]),
    Group(
      name: "in its page",
      choices: ["unknown-step", "unknown-step first", "unknown-step instead"]
        + Fault.Member.allCases.map { "missing \($0.rawValue)" }
        + FaultNames.orders.map { "order \($0)" }
        + FaultNames.references.map { "relates-to \($0)" }
        + FaultNames.languages.map { "labels \($0)" }
        + ["poll-interval 1s", "poll-interval 10s"]
        + FaultNames.errorPlaces.map { "errors \($0)" }),
    Group(
      name: "to sent messages", choices: ["late 30s", "late 10m", "twice", "out-of-order"]),
  ]
}
