import FlowText
import FlowEngine
import OktaSimulator
import FlowHTTP

/// An email of a served org, with the members of Mailpit's API (version 1).
struct MailpitMail {
  /// The maximum length of a snippet in a list, in characters.
  private static let snippetMax = 250

  let id: String
  let isRead: Bool
  let sender: (name: String, address: String)
  let recipient: String
  let subject: String
  let text: String
  private let html: String
  private let date: String

  /// Creates an email.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - org: The org that sends the email.
  init(_ message: ServedMailbox.Message, in org: Org) {
    id = message.id
    isRead = message.isRead
    date = CivilTime(message.time).iso8601
    sender = (org.name, "noreply@\(HTTPURL(org.issuer)?.host ?? "localhost")")
    recipient = message.item.address
    let code = message.item.code?.reveal()
    let link = message.item.link?.reveal()
    // The subject doesn't contain the org's name, because digits in it could be mistaken for the
    // code.
    subject = code == nil ? "Your link" : "Your verification code"
    var lines: [String] = []
    var markup: [HTML] = []
    if let code {
      lines.append("Your verification code is \(code)")
      markup.append("<p>Your verification code is <b>\(code)</b></p>\n")
    }
    if let link {
      lines.append("Open this link: \(link)")
      markup.append("<p><a href=\"\(link)\">Open this link</a></p>\n")
    }
    text = lines.map { $0 + "\n" }.joined()
    let body: HTML = "<!DOCTYPE html>\n<html><body>\n\(markup)</body></html>\n"
    html = body.markup
  }

  /// The members that an email has both in a list and by itself.
  private var common: JSONObject {
    [
      "ID": .string(id), "MessageID": .string("\(id)@flow"), "Read": .bool(isRead),
      "From": MailpitMail.address(sender.name, sender.address),
      "To": [MailpitMail.address("", recipient)], "Cc": [], "Bcc": [], "ReplyTo": [],
      "Subject": .string(subject), "Tags": [], "Username": "",
      "Size": .integer(text.utf8.count + html.utf8.count),
    ]
  }

  /// The email as an element of a list.
  var summary: JSON {
    var members = common
    members["Created"] = .string(date)
    members["Attachments"] = 0
    let line = text.split(separator: "\n").joined(separator: " ")
    members["Snippet"] = .string(String(line.prefix(MailpitMail.snippetMax)))
    return .object(members)
  }

  /// The email by itself.
  var whole: JSON {
    var members = common
    members["Read"] = true
    members["Date"] = .string(date)
    members["ReturnPath"] = .string(sender.address)
    members["Text"] = .string(text)
    members["HTML"] = .string(html)
    members["Attachments"] = []
    members["Inline"] = []
    return .object(members)
  }

  private static func address(_ name: String, _ address: String) -> JSON {
    ["Name": .string(name), "Address": .string(address)]
  }
}
