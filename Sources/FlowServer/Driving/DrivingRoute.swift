import FlowHTTP
import OktaSimulator

/// A request that programs can make to control a served org.
struct DrivingRoute: Sendable {
  typealias Action = @Sendable (DrivingCall) throws(HTTPRefusal) -> DrivingReply

  var method: HTTPMethod
  /// The path, in which a part in braces matches any text without a slash.
  var path: String
  /// The description, in one line.
  var does: String
  /// The names of the query's parameters.
  var query: [String] = []
  /// An example of the body, with all members.
  var body: JSONObject = [:]
  /// Whether unknown parameters and members are ignored, as in Mailpit.
  var isLenient = false
  var run: Action

  /// All routes, in the order of the description.
  static let all: [DrivingRoute] =
    [description] + MessageRoutes.all + SignInRoutes.all + SettingRoutes.all + MailpitRoutes.all

  /// Returns the texts that replace the parts in braces; `nil` if a path doesn't match.
  func parameters(in path: String) -> [String]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let own = self.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == own.count else { return nil }
    var parameters: [String] = []
    for (part, own) in zip(parts, own) {
      guard own.hasPrefix("{") else {
        guard part == own else { return nil }
        continue
      }
      guard !part.isEmpty, let text = FormEncoding.percentDecoded(String(part)) else { return nil }
      parameters.append(text)
    }
    return parameters
  }

  /// The route that describes the interface.
  private static let description = DrivingRoute(
    method: .get, path: DrivingInterface.root, does: "describes this interface"
  ) { call throws(HTTPRefusal) in
    .json([
      "org": .string(call.org.name), "issuer": .string(call.org.issuer),
      "authorization": call.needsKey ? "Bearer" : .null,
      "routes": .array(DrivingRoute.all.map(\.json)),
    ])
  }

  private var json: JSON {
    var members: JSONObject = [
      "method": .string(method.rawValue), "path": .string(path), "does": .string(does),
    ]
    if !query.isEmpty { members["query"] = .array(query.map { .string($0) }) }
    if !body.members.isEmpty { members["body"] = .object(body) }
    return .object(members)
  }
}

/// The answer to a program.
enum DrivingReply: Sendable {
  case json(JSON, status: Int = 200)
  case text(String)
}
