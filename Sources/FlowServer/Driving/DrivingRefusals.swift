import FlowHTTP
import FlowText

/// The refusals of programs' requests.
extension HTTPRefusal {
  static func bad(_ message: String, help: String?) -> HTTPRefusal {
    HTTPRefusal(400, message, details: HTTPRefusal.details(help))
  }

  static func notFound(_ message: String) -> HTTPRefusal {
    HTTPRefusal(
      404, message, details: details("`GET \(DrivingInterface.root)` lists all routes"))
  }

  static func gone(_ message: String) -> HTTPRefusal { HTTPRefusal(409, message) }

  static let withoutKey = HTTPRefusal(
    401, "other machines reach this org, so it requires the key that `flow serve` printed",
    details: details("send `Authorization: Bearer KEY`"),
    headers: [.init("WWW-Authenticate", "Bearer realm=\"flow serve\"")])

  static func wrongMethod(_ methods: [HTTPMethod]) -> HTTPRefusal {
    var names = methods.map(\.rawValue)
    if methods.contains(.get) { names.append("HEAD") }
    let list = names.joined(separator: ", ")
    return HTTPRefusal(405, "this takes \(list)", headers: [.init("Allow", list)])
  }

  /// Returns the refusal of an unknown name, with the most similar known name.
  static func unknown(_ what: String, _ name: String, among names: [String]) -> HTTPRefusal {
    let help =
      Suggestion.nearest(name, among: names).first.map { "did you mean `\($0)`?" }
      ?? (names.isEmpty ? "it takes none" : "it takes \(names.joined(separator: ", "))")
    return .bad("unknown \(what) `\(name.prefix(100))`", help: help)
  }

  /// Returns the answer's member with the help.
  private static func details(_ help: String?) -> JSONObject {
    help.map { ["help": .string($0)] } ?? [:]
  }
}
