public import FlowText
import FlowAuthenticators
public import FlowEngine
import Synchronization
import FlowSyntax
package import FlowHTTP

/// A real mailbox, in which the codes arrive that a real issuer sends.
///
/// ```swift
/// var okta = try SignInConfiguration(issuer: …, clientID: …, redirectURI: …)
/// okta.inbox = try Mailbox("http://127.0.0.1:8025")
/// ```
///
/// What is in it when a run begins, or came before the current step, is never taken. A code looks as the
/// step says, else it is four to eight digits; it stands alone, the nearest to a word like "code", or
/// in a link as `otp=`.
public final class Mailbox: Inbox {
  private let sources: [any MessageSource]
  private let state = Mutex(State())

  /// What has been seen, in numbers that grow.
  private struct State {
    var newest = 0
    /// The number of each message by its source's index and its name.
    var numbers: [Key: Int] = [:]
    /// What was found in the messages that were read, by their numbers.
    var findings: [Reading: Found] = [:]
  }

  /// A message, by its number, in which codes of a form were looked for.
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

  /// How many messages' numbers are remembered besides those that are there.
  private static let rememberedMax = 10_000
  /// How many messages' findings are remembered: a run reads a handful.
  private static let findingsMax = 1000
  /// How many new messages are read in one look, the newest first: a step brings one or two.
  private static let readsMax = 20

  /// Whether an app has opened it, which can give no command besides.
  private let isOfApp: Bool

  init(sources: [any MessageSource], isOfApp: Bool = false) {
    self.sources = sources
    self.isOfApp = isOfApp
  }

  /// Yes: most mailboxes of a test environment take every mail of it.
  public var isShared: Bool { true }

  /// Why nothing of a channel can ever arrive; `nil` where it can.
  public func unavailability(of channel: String) -> PlainFailure? {
    guard !sources.contains(where: { $0.serves(channel) }) else { return nil }
    return PlainFailure(
      "this inbox takes mails alone, and the code is sent by \(channel)",
      help: isOfApp
        ? "give `start` an inbox of the app's own that has it, or ask: `prompt code`"
        : "give it a command besides that prints the newest message: "
          + "`--inbox \"command:…\" --allow-run`")
  }

  /// The number of the newest message of all.
  ///
  /// - Throws: `PlainFailure` if it can't be read.
  public func mark() async throws(PlainFailure) -> Int {
    for index in sources.indices { _ = try await look(into: index) }
    return state.withLock { $0.newest }
  }

  /// The newest message of a channel in which there is a code, else one with a link.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: whose a mail must be, in full or masked (`j***e@example.com`); `nil` for anyone's.
  ///     Text messages and calls have no address that could be compared.
  ///   - moment: only what came after the message with this number counts.
  /// - Returns: the message.
  /// - Throws: `PlainFailure` if it can't be read.
  public func newest(
    _ channel: String, to address: String?, after moment: Int
  ) async throws(PlainFailure) -> InboxItem? {
    try await newest(channel, to: address, like: .usual, after: moment)
  }

  /// The newest message of a channel in which there is a code of a form, else one with a link.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: Whose a mail must be, as above.
  ///   - form: What the code looks like.
  ///   - moment: Only what came after the message with this number counts.
  /// - Returns: The message.
  /// - Throws: `PlainFailure` if it can't be looked into.
  public func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem? {
    guard let index = sources.firstIndex(where: { $0.serves(channel) }) else { return nil }
    let arrivals = try await look(into: index).filter { $0.number > moment }
      .sorted { $0.number > $1.number }
    // Text messages and calls have no address that could be compared.
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

  /// What is in a source, each with its number.
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

  /// Opens a mailbox that is named by a text.
  ///
  /// - Parameter source: The address of a mail service that speaks Mailpit's JSON API, such as
  ///   `http://127.0.0.1:8025` (plain `http` only to this machine), or `maildir:PATH`.
  /// - Throws: `PlainFailure` if the text names no inbox. Nothing is read yet.
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
