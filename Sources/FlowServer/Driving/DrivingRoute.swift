import FlowHTTP
import OktaSimulator

/// One thing that a program can ask of a served org.
struct DrivingRoute: Sendable {
  typealias Action = @Sendable (DrivingCall) throws(HTTPRefusal) -> DrivingReply

  var method: HTTPMethod
  /// The path; a part in braces stands for any text without a slash.
  var path: String
  /// What it does, in a line.
  var does: String
  /// The parameters of its query.
  var query: [String] = []
  /// An example of its body, with all members that it takes.
  var body: JSONObject = [:]
  /// Whether parameters and members that it doesn't know are passed over, as the service does whose
  /// interface it has.
  var isLenient = false
  var run: Action

  /// Everything that can be asked, in the order in which it is listed.
  static let all: [DrivingRoute] =
    [description] + MessageRoutes.all + SignInRoutes.all + SettingRoutes.all + MailpitRoutes.all

  /// The texts in a path that the braces stand for; `nil` if it is another path.
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

  /// What the interface says of itself.
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

/// What a program is answered with.
enum DrivingReply: Sendable {
  case json(JSON, status: Int = 200)
  case text(String)
}
