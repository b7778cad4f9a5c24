import FlowEngine
import FlowHTTP

/// The routes of Mailpit's API (version 1), which return the org's emails.
///
/// The routes are for clients of Mailpit, such as `--inbox` and the libraries of test frameworks.
enum MailpitRoutes {
  static let all: [DrivingRoute] = [
    DrivingRoute(
      method: .get, path: "/api/v1/messages", does: "lists the emails, as Mailpit does",
      query: ["start", "limit"], isLenient: true
    ) { call throws(HTTPRefusal) in
      .json(try mails(call, matching: MailSearch("")))
    },
    DrivingRoute(
      method: .delete, path: "/api/v1/messages", does: "deletes emails, or all of them",
      body: ["IDs": ["4oRBnPtCXgAqZniRhzLNmS"]], isLenient: true
    ) { call throws(HTTPRefusal) in
      let ids = try call.texts("IDs") ?? []
      call.control.deleteMessages(ids.isEmpty ? mails(call).map(\.id) : ids)
      return .text("ok")
    },
    DrivingRoute(
      method: .get, path: "/api/v1/message/{id}", does: "shows an email; `latest` for the latest",
      isLenient: true
    ) { call throws(HTTPRefusal) in
      let all = mails(call)
      let found =
        call.parameter == "latest" ? all.first : all.first { $0.id == call.parameter }
      guard let found else {
        throw .notFound("there is no email `\(call.parameter.prefix(100))`")
      }
      call.control.read(found)
      return .json(MailpitMail(found, in: call.org).whole)
    },
    DrivingRoute(
      method: .get, path: "/api/v1/search", does: "lists the emails that match a search",
      query: ["query", "start", "limit", "tz"], isLenient: true
    ) { call throws(HTTPRefusal) in
      let query = call.query("query") ?? ""
      guard query.contains(where: { $0 != " " }) else {
        throw .bad("the search query is missing", help: "for example `?query=to:jane@example.com`")
      }
      return .json(try mails(call, matching: try MailSearch(query)))
    },
  ]

  /// The default number of emails in a list.
  private static let mailsUsual = 50

  private static func mails(_ call: DrivingCall) -> [ServedMailbox.Message] {
    call.control.messages.filter { $0.item.channel == "email" }
  }

  private static func mails(
    _ call: DrivingCall, matching search: MailSearch
  ) throws(HTTPRefusal) -> JSON {
    let start = try call.number("start", usual: 0)
    let limit = try call.number("limit", usual: mailsUsual)
    let all = mails(call).map { MailpitMail($0, in: call.org) }
    let found = all.filter(search.matches)
    let shown = found.dropFirst(start).prefix(limit)
    func unread(_ mails: [MailpitMail]) -> JSON { .integer(mails.count { !$0.isRead }) }
    return [
      "total": .integer(all.count), "unread": unread(all), "count": .integer(shown.count),
      "messages_count": .integer(found.count), "messages_unread": unread(found),
      "start": .integer(start), "tags": [], "messages": .array(shown.map(\.summary)),
    ]
  }
}
