public import FlowText
import FlowEngine
import FlowSyntax
package import FlowHTTP

extension Mailbox {
  /// Opens a mailbox that is named by a text.
  ///
  /// - Parameter source: The address of a mail service that speaks Mailpit's JSON API, such as
  ///   `http://127.0.0.1:8025` (plain `http` only to this machine), or `maildir:PATH`.
  /// - Throws: `PlainFailure`, where the text names none. Nothing is looked into yet.
  public convenience init(_ source: String) throws(PlainFailure) {
    let opened = try Mailbox.open(source, .never) { NetworkTransport() }
    self.init(sources: [opened], isOfApp: true)
  }

  /// Opens the mailboxes that texts name; a channel's messages are sought in the first that has it.
  ///
  /// - Parameters:
  ///   - sources: addresses, `maildir:PATH`, or `command:…`.
  ///   - allowsCommands: whether a command may be run.
  ///   - environment: The variables of a command.
  ///   - commandTime: how long a command may take: it is run every second.
  ///   - transport: what carries requests to a service.
  /// - Throws: `PlainFailure`.
  package convenience init(
    _ sources: [String], allowsCommands: Bool,
    environment: [String: String] = ChildEnvironment.usual, commandTime: Duration = .seconds(10),
    transport: () -> any Transport
  ) throws(PlainFailure) {
    var opened: [any MessageSource] = []
    for source in sources {
      opened.append(
        try Mailbox.open(
          source, allowsCommands ? .within(commandTime, environment) : .notAllowed,
          transport: transport))
    }
    self.init(sources: opened)
  }

  /// Whether a mailbox may be a command.
  private enum Commands {
    /// An app runs none.
    case never
    /// Who runs the script has not allowed it.
    case notAllowed
    /// Each run of it in so much time, with these variables.
    case within(Duration, [String: String])

    /// What can be written.
    var forms: String {
      if case .never = self { return "write `http://127.0.0.1:8025` or `maildir:PATH`" }
      return "write `http://127.0.0.1:8025`, `maildir:PATH` or `command:…`"
    }

    /// What to do where it may not be.
    var help: String {
      if case .never = self { return forms + ", or give an `Inbox` of the app's own" }
      return "where you trust it, allow it with `--allow-run`"
    }
  }

  private static func open(
    _ text: String, _ commands: Commands, transport: () -> any Transport
  ) throws(PlainFailure) -> any MessageSource {
    let forms = commands.forms
    if let path = text.rest(after: "maildir:") {
      guard !path.isEmpty else { throw PlainFailure("`maildir:` names no folder", help: forms) }
      return Maildir(path)
    }
    if let command = text.rest(after: "command:") {
      return try open(command: command, commands)
    }
    guard !text.utf8.contains(UInt8(ascii: "@")) else {
      // Not quoted: a password may stand there.
      throw PlainFailure("an inbox's address has no user in it", help: forms)
    }
    guard !text.utf8.contains(where: "?#".utf8.contains) else {
      // Not quoted either: a key may stand there.
      throw PlainFailure("an address with a query or a fragment is no inbox", help: forms)
    }
    guard let url = HTTPURL(text) else {
      throw PlainFailure("`\(text.displayedAddress)` is no inbox", help: forms)
    }
    guard url.scheme == .https || url.isLoopback else {
      throw PlainFailure(
        "an inbox is asked over https; plain http only on this machine",
        help: "write `https://\(url.host)\(url.path)`")
    }
    return MailService(url, transport: transport())
  }

  private static func open(
    command: String, _ commands: Commands
  ) throws(PlainFailure) -> any MessageSource {
    #if os(Linux) || os(macOS)
    guard case .within(let timeLimit, let environment) = commands else {
      throw PlainFailure(
        "an inbox that is a command runs a program, which is not allowed", help: commands.help)
    }
    let words = CommandWords(command)
    if let fault = words.fault {
      throw PlainFailure("`command:` is followed by no command: \(fault)", help: commands.forms)
    }
    return MessageCommand(
      words.words.map { word in
        word.map { if case .text(let text) = $0 { text } else { "" } }.joined()
      }, environment: environment, timeLimit: timeLimit)
    #else
    throw PlainFailure("this system runs no commands", help: commands.forms)
    #endif
  }
}

extension String {
  /// What follows a prefix; `nil` where the text has another beginning.
  fileprivate func rest(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
