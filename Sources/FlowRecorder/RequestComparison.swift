import FlowEngine
import FlowHTTP
import FlowHost
import FlowTerminal
import FlowText

/// Compares a request with the recorded request.
struct RequestComparison {
  /// A member that differs between the two requests.
  struct Difference: Sendable, Hashable {
    /// The member's location, such as `identifier` or `authenticator.id`.
    var member: String
    /// The recorded value; `nil` if the recorded request doesn't have the member.
    var recorded: String?
    /// The sent value; `nil` if the sent request doesn't have the member.
    var sent: String?
  }

  private(set) var differences: [Difference] = []

  /// Compares two requests with the same method and path.
  ///
  /// - Parameters:
  ///   - recorded: The recorded request, without secrets.
  ///   - sent: The sent request.
  ///   - shown: The sent request, without secrets.
  init(_ recorded: Cassette.Request, _ sent: Cassette.Request, shown: Cassette.Request) {
    compare(
      recorded.headers.json ?? [:], sent.headers.json ?? [:], shown.headers.json, at: "headers")
    compare(recorded.body, sent.body, shown.body, at: "")
  }

  /// Whether two requests have the same method, the same path and the same names in the query.
  static func isSameKind(_ recorded: Cassette.Request, _ shown: Cassette.Request) -> Bool {
    recorded.method == shown.method && fits(recorded.path, shown.path)
      && recorded.isForm == shown.isForm
  }

  private mutating func compare(_ recorded: JSON?, _ sent: JSON?, _ shown: JSON?, at place: String)
  {
    switch (recorded, sent) {
    case (nil, nil): return
    case (.object(let old)?, .object(let new)?):
      compare(old, new, shown?.object ?? [:], at: place)
    case (.array(let old)?, .array(let new)?) where old.count == new.count:
      for index in old.indices {
        compare(old[index], new[index], shown?.array?[index], at: "\(place)[\(index)]")
      }
    case (.string(let old)?, .string(let new)?)
    where RequestComparison.fits(old, new) || StandIns.stand(in: new): return
    // The masked value may have been a number.
    case (.string(Secret.mask)?, .some(let new)) where new.array == nil && new.object == nil: return
    default:
      guard recorded != sent else { return }
      differences.append(
        Difference(
          member: place.isEmpty ? "the body" : place,
          recorded: recorded.map(RequestComparison.text),
          sent: shown.map(RequestComparison.text)))
    }
  }

  /// Compares members by their names; a mask in a name matches any text.
  private mutating func compare(
    _ recorded: JSONObject, _ sent: JSONObject, _ shown: JSONObject, at place: String
  ) {
    // The request without secrets has the same members, in the same order.
    func shownMember(_ index: Int) -> JSONObject.Member? {
      shown.members.indices.contains(index) ? shown.members[index] : nil
    }
    var rest = Array(sent.members.indices)
    for member in recorded.members {
      let name = member.name
      let index =
        rest.first { sent.members[$0].name == name }
        ?? rest.first { RequestComparison.fits(name, sent.members[$0].name) }
      rest.removeAll { $0 == index }
      compare(
        member.value, index.map { sent.members[$0].value }, index.flatMap(shownMember)?.value,
        at: RequestComparison.joined(place, name))
    }
    for index in rest {
      let member = shownMember(index)
      compare(
        nil, sent.members[index].value, member?.value,
        at: RequestComparison.joined(place, member?.name ?? Secret.mask))
    }
  }

  /// Whether a text matches the recorded text, in which a mask matches any text.
  private static func fits(_ recorded: String, _ sent: String) -> Bool {
    if recorded == sent { return true }
    let old = Array(recorded.utf8)
    let mask = Array(Secret.mask.utf8)
    guard let first = old.firstRange(of: mask) else { return false }
    // Text between two masks may be a part of either secret, so only the outer parts are compared.
    let head = old[..<first.lowerBound]
    var last = first.upperBound
    while let next = old[last...].firstRange(of: mask) { last = next.upperBound }
    let tail = old[last...]
    let new = sent.utf8
    return new.count >= head.count + tail.count && new.starts(with: head)
      && new.suffix(tail.count).elementsEqual(tail)
  }

  private static func joined(_ place: String, _ name: String) -> String {
    place.isEmpty ? name : "\(place).\(name)"
  }

  /// The maximum length of a value to show; a user compares only the beginnings.
  private static let shownMax = 80

  private static func text(_ json: JSON) -> String {
    let text = String(decoding: json.bytes().prefix(shownMax * 4), as: UTF8.self)
    let shown = text.count > shownMax ? text.prefix(shownMax) + "…" : text[...]
    return DisplayText.line(String(shown))
  }
}
