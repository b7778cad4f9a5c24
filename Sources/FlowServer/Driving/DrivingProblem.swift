import FlowText
import FlowSyntax
import FlowHTTP

/// Why a program can't have what it asks for.
struct DrivingProblem: Error, Hashable {
  /// The HTTP status.
  var status: Int
  /// One sentence in lower case.
  var message: String
  /// What to do about it.
  var help: String?
  var headers: [HTTPHeaders.Field] = []

  init(_ status: Int, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }

  static func bad(_ message: String, help: String? = nil) -> DrivingProblem {
    DrivingProblem(400, message, help: help)
  }

  static func notFound(_ message: String) -> DrivingProblem {
    DrivingProblem(404, message, help: "`GET \(DrivingInterface.root)` lists what there is")
  }

  static func gone(_ message: String) -> DrivingProblem { DrivingProblem(409, message) }

  static let withoutKey: DrivingProblem = {
    var problem = DrivingProblem(
      401, "other machines reach this org, so it takes the key that `flow serve` printed",
      help: "send `Authorization: Bearer KEY`")
    problem.headers = [.init("WWW-Authenticate", "Bearer realm=\"flow serve\"")]
    return problem
  }()

  static func wrongMethod(_ methods: [HTTPMethod]) -> DrivingProblem {
    var names = methods.map(\.rawValue)
    if methods.contains(.get) { names.append("HEAD") }
    var problem = DrivingProblem(405, "this takes \(names.joined(separator: ", "))")
    problem.headers = [.init("Allow", names.joined(separator: ", "))]
    return problem
  }

  /// Something that a route doesn't take, with the nearest name that it does.
  static func unknown(_ what: String, _ name: String, among names: [String]) -> DrivingProblem {
    let help =
      Suggestion.nearest(name, among: names).first.map { "did you mean `\($0)`?" }
      ?? (names.isEmpty ? "it takes none" : "it takes \(names.joined(separator: ", "))")
    return .bad("there is no \(what) `\(name.prefix(100))` here", help: help)
  }
}
