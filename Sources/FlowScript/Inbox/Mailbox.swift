public import FlowText
import FlowAuthenticators
public import FlowEngine
import FlowLock
import FlowSyntax
package import FlowHTTP

/// A real mailbox, which receives the codes that a real issuer sends.
///
/// ```swift
/// var okta = try SignInConfiguration(issuer: …, clientID: …, redirectURI: …)
/// okta.inbox = try Mailbox("http://127.0.0.1:8025")
/// ```
///
/// Messages that arrived before the run or before the current step are never used. A code has the
/// form that the step describes, or else four to eight digits. It is the separate word that is
/// nearest to a word like "code", or it is in a link as `otp=`.
public final class Mailbox: Inbox {
  private let sources: [any MessageSource]
  private let state = Mutex(State())

  /// The messages that were seen.
  ///
  /// The messages' numbers increase.
  private struct State {
    var newest = 0
    /// The number of each message.
    ///
    /// The key has the index of the message's source, and its id.
    var numbers: [Key: Int] = [:]
    /// The codes and links that were found.
    ///
    /// The key has the number of the message.
    var findings: [Reading: Found] = [:]
  }

  /// A message that was searched for codes of a form.
  private struct Reading: Hashable {
    var number: Int
    var form: CodeForm
  }

  private struct Key: Hashable {
    var source: Int
    var id: String
  }

  private struct Found: Sendable {
    var recipients: MailRecipients?
    var code: Secret?
    var link: Secret?
  }

  /// The maximum number of old messages whose numbers are remembered.
  private static let rememberedMax = 10_000
  /// The maximum number of messages whose codes and links are remembered.
  ///
  /// A run reads only a few.
  private static let findingsMax = 1000
  /// The maximum number of new messages that are read at once, the latest first.
  ///
  /// A step usually leads to one or two messages.
  private static let readsMax = 20

  /// Whether an app opened the mailbox.
  ///
  /// Apps can't run commands, so the help doesn't suggest one.
  private let isOfApp: Bool

  init(sources: [any MessageSource], isOfApp: Bool = false) {
    self.sources = sources
    self.isOfApp = isOfApp
  }

  /// Returns `true`, because most mailboxes of test environments receive all emails of the
  /// environment.
  public var isShared: Bool { true }

  /// The reason why messages of a channel can't arrive; `nil` if they can.
  public func unavailability(of channel: String) -> PlainFailure? {
    guard !sources.contains(where: { $0.serves(channel) }) else { return nil }
    return PlainFailure(
      "this inbox receives only mails, and the code is sent by \(channel)",
      help: isOfApp
        ? "pass your own inbox to `start`, or ask the user: `prompt code`"
        : "add a command that prints the latest message: "
          + "`--inbox \"command:…\" --allow-run`")
  }

  /// Returns the number of the latest message.
  ///
  /// - Throws: `PlainFailure` if a source can't be read.
  public func mark() async throws(PlainFailure) -> Int {
    for index in sources.indices { _ = try await look(into: index) }
    return state.withLock { $0.newest }
  }

  /// Returns the latest message of a channel that has a code, or else the latest that has a link.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient of an email, in full or masked (`j***e@example.com`); `nil` for any
  ///     recipient. It is ignored for text messages and calls.
  ///   - moment: The number of a message. Only messages with larger numbers count.
  /// - Returns: The message; `nil` if none has arrived yet.
  /// - Throws: `PlainFailure` if the source can't be read.
  public func newest(
    _ channel: String, to address: String?, after moment: Int
  ) async throws(PlainFailure) -> InboxItem? {
    try await newest(channel, to: address, like: .usual, after: moment)
  }

  /// Returns the latest message of a channel that has a code of a form, or else the latest that has
  /// a link.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient of an email, as in the other method.
  ///   - form: The form of the code.
  ///   - moment: The number of a message. Only messages with larger numbers count.
  /// - Returns: The message; `nil` if none has arrived yet.
  /// - Throws: `PlainFailure` if the source can't be read.
  public func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem? {
    guard let index = sources.firstIndex(where: { $0.serves(channel) }) else { return nil }
    let arrivals = try await look(into: index).filter { $0.number > moment }
      .sorted { $0.number > $1.number }
    // Text messages and calls don't have a comparable address.
    let address = channel == "email" ? address : nil
    var withLink: InboxItem?
    var reads = 0
    for (number, arrival) in arrivals where Mailbox.isFor(address, arrival.recipients) {
      var found = state.withLock { $0.findings[Reading(number: number, form: form)] }
      if found == nil {
        guard reads < Mailbox.readsMax else { break }
        reads += 1
        guard let message = try await sources[index].read(arrival.id) else { continue }
        found = remember(message, Reading(number: number, form: form))
      }
      guard let found, Mailbox.isFor(address, found.recipients) else { continue }
      let item = InboxItem(
        number: number, channel: channel, address: found.recipients?.all.first ?? "",
        code: found.code, link: found.link)
      if found.code != nil { return item }
      if found.link != nil, withLink == nil { withLink = item }
    }
    return withLink
  }

  private static func isFor(_ address: String?, _ recipients: MailRecipients?) -> Bool {
    MailMessage(addressees: recipients, bodies: []).isFor(address)
  }

  private func remember(_ message: MailMessage, _ reading: Reading) -> Found {
    let findings = message.findings(like: reading.form)
    let found = Found(
      recipients: message.addressees, code: findings.code, link: findings.link)
    state.withLock { state in
      if state.findings.count >= Mailbox.findingsMax { state.findings = [:] }
      state.findings[reading] = found
    }
    return found
  }

  /// Lists the messages of a source, with their numbers.
  private func look(
    into index: Int
  ) async throws(PlainFailure) -> [(number: Int, arrival: Arrival)] {
    let arrivals = try await sources[index].arrivals()
    return state.withLock { state in
      if state.numbers.count > Mailbox.rememberedMax + arrivals.count {
        let ids = Set(arrivals.map(\.id))
        state.numbers = state.numbers.filter { $0.key.source != index || ids.contains($0.key.id) }
      }
      return arrivals.map { arrival in
        let key = Key(source: index, id: arrival.id)
        if let number = state.numbers[key] { return (number, arrival) }
        state.newest += 1
        state.numbers[key] = state.newest
        return (state.newest, arrival)
      }
    }
  }

  /// Opens the mailbox that a text names.
  ///
  /// Nothing is read yet.
  ///
  /// - Parameter source: The address of a mail service with Mailpit's JSON API, such as
  ///   `http://127.0.0.1:8025` (plain `http` only to this machine), or `maildir:PATH`.
  /// - Throws: `PlainFailure` if the text doesn't name a mailbox.
  public convenience init(_ source: String) throws(PlainFailure) {
    let opened = try Mailbox.open(source, .never) { NetworkTransport() }
    self.init(sources: [opened], isOfApp: true)
  }

  /// Opens the mailboxes that texts name.
  ///
  /// If several mailboxes receive a channel, the first mailbox is used for the channel.
  ///
  /// - Parameters:
  ///   - sources: Addresses of mail services, `maildir:PATH`, or `command:…`.
  ///   - allowsCommands: Whether commands may run.
  ///   - environment: The only environment variables that commands get.
  ///   - commandTime: The maximum time that a command may run. It runs every second.
  ///   - transport: Makes the transport for requests to a mail service.
  /// - Throws: `PlainFailure` if a text doesn't name a mailbox, or names a command that isn't
  ///   allowed.
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

  /// Whether commands may be used as mailboxes.
  private enum Commands {
    /// Apps never run commands.
    case never
    /// The user hasn't allowed commands.
    case notAllowed
    /// Commands may run for this time, with only these environment variables.
    case within(Duration, [String: String])

    /// The help that lists the valid forms.
    var forms: String {
      if case .never = self { return "write `http://127.0.0.1:8025` or `maildir:PATH`" }
      return "write `http://127.0.0.1:8025`, `maildir:PATH` or `command:…`"
    }

    /// The help for a command that isn't allowed.
    var help: String {
      if case .never = self { return forms + ", or pass your own `Inbox`" }
      return "if you trust it, allow it with `--allow-run`"
    }
  }

  private static func open(
    _ text: String, _ commands: Commands, transport: () -> any Transport
  ) throws(PlainFailure) -> any MessageSource {
    let forms = commands.forms
    if let path = text.rest(after: "maildir:") {
      guard !path.isEmpty else { throw PlainFailure("`maildir:` needs a folder", help: forms) }
      return Maildir(path)
    }
    if let command = text.rest(after: "command:") {
      return try open(command: command, commands)
    }
    guard !text.utf8.contains(UInt8(ascii: "@")) else {
      // The address isn't quoted, because it may contain a password.
      throw PlainFailure("an inbox's address can't contain a user name", help: forms)
    }
    guard !text.utf8.contains(where: "?#".utf8.contains) else {
      // It isn't quoted either, because it may contain a key.
      throw PlainFailure("an inbox's address can't have a query or a fragment", help: forms)
    }
    guard let url = HTTPURL(text) else {
      throw PlainFailure("`\(text.displayedAddress)` isn't an inbox", help: forms)
    }
    guard url.scheme == .https || url.isLoopback else {
      throw PlainFailure(
        "an inbox needs https; plain http is allowed only on this machine",
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
      throw PlainFailure("`command:` needs a valid command: \(fault)", help: commands.forms)
    }
    return MessageCommand(
      words.words.map { word in
        word.map { if case .text(let text) = $0 { text } else { "" } }.joined()
      }, environment: environment, timeLimit: timeLimit)
    #else
    throw PlainFailure("this system can't run commands", help: commands.forms)
    #endif
  }
}

extension String {
  /// Returns the text after a prefix; `nil` if the text doesn't begin with the prefix.
  fileprivate func rest(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
