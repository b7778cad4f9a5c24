/// What a fault can be put together from, for lists to choose from: a word or so of the first, the
/// second, a colon, and some of the third.
///
/// Where the grammar takes a number or a duration, some are given. Not every choice goes with every
/// other; `Fault.init(_:)` says where not.
public enum FaultChoices {
  /// Some choices of a kind.
  public struct Group: Sendable, Hashable {
    /// What they are, for a person.
    public var name: String
    /// The words, as a fault is written.
    public var choices: [String]
  }

  /// The longest text that is read as a fault, in bytes.
  public static let textMax = Fault.textBytesMax

  /// When something happens.
  public static let when = [
    Group(name: "requests", choices: ["any"] + FaultNames.endpoints),
    Group(name: "answers to a step", choices: FaultNames.steps),
    Group(name: "sent messages", choices: FaultNames.channels),
  ]

  /// How often; nothing is always.
  public static let howOften = [
    "", "once", "2nd", "3rd", "from 2nd", "from 3rd", "2 times", "3 times",
  ]

  /// What happens.
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
