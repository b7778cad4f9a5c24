import FlowText
import OktaSimulator
import FlowHTTP

/// The routes for pushes, sign-ins and users.
enum SignInRoutes {
  static let all: [DrivingRoute] = [
    DrivingRoute(
      method: .get, path: "/flow/api/pushes", does: "lists the waiting pushes, the oldest first"
    ) { call throws(HTTPRefusal) in
      .json(["pushes": .array(call.control.snapshot(of: call.org).view.pushes.map(json))])
    },
    DrivingRoute(
      method: .post, path: "/flow/api/pushes/{id}/approve",
      does: "approves a push; a `number` other than the browser's denies it",
      body: ["number": "42"]
    ) { call throws(HTTPRefusal) in try answerPush(call, approves: true) },
    DrivingRoute(
      method: .post, path: "/flow/api/pushes/{id}/deny", does: "denies a push"
    ) { call throws(HTTPRefusal) in try answerPush(call, approves: false) },
    DrivingRoute(
      method: .get, path: "/flow/api/sign-ins",
      does: "lists the latest sign-ins, each with its step and the decisions"
    ) { call throws(HTTPRefusal) in
      let entries = call.control.entries
      let signIns = call.control.snapshot(of: call.org).view.signIns
      return .json(["signIns": .array(signIns.map { json($0, entries[$0.number]) })])
    },
    DrivingRoute(
      method: .get, path: "/flow/api/users",
      does: "lists the users, each with status and enrolled authenticators"
    ) { call throws(HTTPRefusal) in
      .json(["users": .array(call.control.snapshot(of: call.org).view.users.map(json))])
    },
    DrivingRoute(
      method: .post, path: "/flow/api/users/{login}/lock", does: "locks a user's account"
    ) { call throws(HTTPRefusal) in try setLock(call, to: true) },
    DrivingRoute(
      method: .post, path: "/flow/api/users/{login}/unlock", does: "unlocks a user's account"
    ) { call throws(HTTPRefusal) in try setLock(call, to: false) },
  ]

  // MARK: Pushes

  /// Answers the push that a path names by its number or as `latest`.
  private static func answerPush(
    _ call: DrivingCall, approves: Bool
  ) throws(HTTPRefusal) -> DrivingReply {
    let pushes = call.control.snapshot(of: call.org).view.pushes
    let id = call.parameter == "latest" ? pushes.last?.signIn : Int(call.parameter)
    guard let id else { throw .notFound("no push `\(call.parameter.prefix(100))` is waiting") }
    let chosen = approves ? try call.text("number") : nil
    switch call.control.answerPush(of: id, approves: approves, choosing: chosen) {
    case .done:
      return .json(["id": .integer(id), "answer": approves ? "approve" : "deny"])
    case .gone: throw .notFound("no push `\(id)` is waiting")
    case .withoutNumber: throw .bad("the push doesn't show a number: omit `number`")
    case .wrongNumber:
      throw .gone("the browser shows another number, so the push was denied")
    }
  }

  private static func json(_ push: OrgView.Push) -> JSON {
    [
      "id": .integer(push.signIn), "login": .string(push.login),
      "number": push.number.map { .string($0) } ?? .null,
      "sent": .string(CivilTime(push.sent).iso8601),
      "expires": .string(CivilTime(push.expires).iso8601),
    ]
  }

  // MARK: Sign-ins

  private static func json(_ signIn: OrgView.SignIn, _ entry: SignInJournal.Entry?) -> JSON {
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    return [
      "id": .integer(signIn.number), "login": text(signIn.identifier ?? entry?.identifier),
      "purpose": .string(signIn.purpose), "step": .string(signIn.step),
      "authenticator": text(signIn.authenticator),
      "verified": .array(signIn.verified.map { .string($0) }),
      "expired": .bool(signIn.isExpired), "hasTokens": .bool(entry?.hasTokens == true),
      "rule": text(entry?.rule), "sessionRule": text(entry?.sessionRule),
      "steps": .array((entry?.steps ?? []).map(json)),
    ]
  }

  private static func json(_ step: SignInJournal.Step) -> JSON {
    [
      "name": .string(step.name), "message": step.message.map { .string($0) } ?? .null,
      "error": .bool(step.isError), "faults": .array(step.faults.map { .string($0) }),
      "time": .string(CivilTime(step.time).iso8601), "count": .integer(step.count),
    ]
  }

  // MARK: Users

  private static func setLock(
    _ call: DrivingCall, to isLocked: Bool
  ) throws(HTTPRefusal) -> DrivingReply {
    let login = call.parameter
    guard call.control.setLock(of: login, to: isLocked) else {
      throw .notFound("there is no user `\(login.prefix(100))`")
    }
    let users = call.control.snapshot(of: call.org).view.users
    guard let user = users.first(where: { $0.login.lowercased() == login.lowercased() }) else {
      return .json(["login": .string(login)])
    }
    return .json(json(user))
  }

  private static func json(_ user: OrgView.User) -> JSON {
    [
      "login": .string(user.login), "name": .string(user.name), "status": .string(user.status),
      "groups": .array(user.groups.map { .string($0) }),
      "enrolled": .array(user.enrolled.map { .string($0) }),
      "hasSignedUp": .bool(user.hasSignedUp),
    ]
  }
}
