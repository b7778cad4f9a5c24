/// The parts of a fault, for selection lists.
///
/// A fault consists of one choice from `when`, one from `howOften`, a colon, and at least one from
/// `what`. The lists contain examples of numbers and durations. Some combinations are invalid; see
/// `Fault.init(_:)`.
public enum FaultChoices {
  /// A group of choices.
  public struct Group: Sendable, Hashable {
    /// The title of the group.
    public var name: String
    /// The choices, as they are written in a fault.
    public var choices: [String]
  }

  /// The maximum length of a fault's text, in bytes.
  public static let textMax = Fault.textBytesMax

  /// The requests and messages that a fault can apply to.
  public static let when = [
    Group(name: "requests", choices: ["any"] + FaultNames.endpoints),
    Group(name: "answers to a step", choices: FaultNames.steps),
    Group(name: "sent messages", choices: FaultNames.channels),
  ]

  /// How often a fault happens.
  ///
  /// The empty text means always.
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
