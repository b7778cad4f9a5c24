public import FlowEngine
import FlowSyntax
package import FlowWire

extension Mailbox {
  /// Opens a mailbox that is named by a text.
  ///
  /// - Parameter source: The address of a mail service that speaks Mailpit's JSON API, such as
  ///   `http://127.0.0.1:8025` (plain `http` only to this machine), or `maildir:PATH`.
  /// - Throws: `InboxFailure`, where the text names none. Nothing is looked into yet.
  public convenience init(_ source: String) throws(InboxFailure) {
    try self.init([source], allowsCommands: false) { NetworkTransport() }
  }

  /// Opens the mailboxes that texts name; a channel's messages are sought in the first that has it.
  ///
  /// - Parameters:
  ///   - sources: addresses, `maildir:PATH`, or `command:…`.
  ///   - allowsCommands: whether a command may be run.
  ///   - commandTime: how long a command may take: it is run every second.
  ///   - transport: what carries requests to a service.
  /// - Throws: `InboxFailure`.
  package convenience init(
    _ sources: [String], allowsCommands: Bool, commandTime: Duration = .seconds(10),
    transport: () -> any Transport
  ) throws(InboxFailure) {
    var opened: [any MessageSource] = []
    for source in sources {
      opened.append(
        try Mailbox.open(source, allowsCommands ? commandTime : nil, transport: transport))
    }
    self.init(sources: opened)
  }

  private static let forms = "write `http://127.0.0.1:8025`, `maildir:PATH` or `command:…`"

  private static func open(
    _ text: String, _ commandTime: Duration?, transport: () -> any Transport
  ) throws(InboxFailure) -> any MessageSource {
    if let path = text.rest(after: "maildir:") {
      guard !path.isEmpty else { throw InboxFailure("`maildir:` names no folder", help: forms) }
      return Maildir(path)
    }
    if let command = text.rest(after: "command:") {
      return try open(command: command, commandTime)
    }
    guard !text.utf8.contains(UInt8(ascii: "@")) else {
      // Not quoted: a password may stand there.
      throw InboxFailure("an inbox's address has no user in it", help: forms)
    }
    guard !text.utf8.contains(where: "?#".utf8.contains) else {
      // Not quoted either: a key may stand there.
      throw InboxFailure("an address with a query or a fragment is no inbox", help: forms)
    }
    guard let url = HTTPURL(text) else {
      throw InboxFailure("`\(text.displayed)` is no inbox", help: forms)
    }
    guard url.scheme == .https || url.isLoopback else {
      throw InboxFailure(
        "an inbox is asked over https; plain http only on this machine",
        help: "write `https://\(url.host)\(url.path)`")
    }
    return MailService(url, transport: transport())
  }

  private static func open(
    command: String, _ timeLimit: Duration?
  ) throws(InboxFailure) -> any MessageSource {
    #if os(Linux) || os(macOS)
    guard let timeLimit else {
      throw InboxFailure(
        "an inbox that is a command runs a program, which is not allowed",
        help: "where you trust it, allow it with `--allow-run`")
    }
    let words = CommandWords(command)
    if let fault = words.fault {
      throw InboxFailure("`command:` is followed by no command: \(fault)", help: forms)
    }
    return MessageCommand(
      words.words.map { word in
        word.map { if case .text(let text) = $0 { text } else { "" } }.joined()
      }, timeLimit: timeLimit)
    #else
    throw InboxFailure("this system runs no commands", help: forms)
    #endif
  }
}

extension String {
  /// What follows a prefix; `nil` where the text has another beginning.
  fileprivate func rest(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
