import FlowText
import FlowEngine
import FlowHTTP

/// The routes for messages: emails, text messages and calls.
enum MessageRoutes {
  static let all: [DrivingRoute] = [
    DrivingRoute(
      method: .get, path: "/flow/api/messages",
      does: "lists emails, text messages and calls with their codes and links, the latest first",
      query: ["channel", "to", "limit"]
    ) { call throws(HTTPRefusal) in
      let limit = try call.number("limit", usual: messagesUsual)
      return .json([
        "messages": .array(try messages(call).prefix(limit).map(json))
      ])
    },
    DrivingRoute(
      method: .delete, path: "/flow/api/messages",
      does: "deletes all messages from the inbox; their codes stay valid"
    ) { call throws(HTTPRefusal) in
      call.control.deleteMessages(nil)
      return .json(["messages": []])
    },
    DrivingRoute(
      method: .post, path: "/flow/api/messages/{id}/open",
      does: "opens the link of an email in the browser of its sign-in",
      body: ["answer": "approve"]
    ) { call throws(HTTPRefusal) in
      let answer = try call.text("answer") ?? "approve"
      guard ["approve", "deny"].contains(answer) else {
        throw .bad("`answer` takes `approve` or `deny`")
      }
      let message = try message(call)
      guard call.control.openLink(ofMessage: message.item.number, agrees: answer == "approve")
      else { throw .gone("no sign-in waits for a link of this message") }
      return .json(["id": .string(message.id), "answer": .string(answer)])
    },
  ]

  private static let messagesUsual = 50
  private static let channels = ["email", "sms", "voice"]

  private static func messages(
    _ call: DrivingCall
  ) throws(HTTPRefusal) -> [ServedMailbox.Message] {
    let channel = call.query("channel")
    if let channel, !channels.contains(channel) {
      throw .unknown("channel", channel, among: channels)
    }
    let address = call.query("to")?.lowercased()
    return call.control.messages.filter { message in
      (channel == nil || message.item.channel == channel)
        && (address == nil || message.item.address.lowercased() == address)
    }
  }

  /// Returns the message that a path names by its id or as `latest`.
  private static func message(
    _ call: DrivingCall
  ) throws(HTTPRefusal) -> ServedMailbox.Message {
    let messages = call.control.messages
    let found =
      call.parameter == "latest"
      ? messages.first : messages.first { $0.id == call.parameter }
    guard let found else {
      throw .notFound("there is no message `\(call.parameter.prefix(100))`")
    }
    return found
  }

  private static func json(_ message: ServedMailbox.Message) -> JSON {
    [
      "id": .string(message.id), "channel": .string(message.item.channel),
      "to": .string(message.item.address), "sent": .string(CivilTime(message.time).iso8601),
      "code": message.item.code.map { .string($0.reveal()) } ?? .null,
      "link": message.item.link.map { .string($0.reveal()) } ?? .null,
    ]
  }
}
