import FlowHTTP

/// A search for emails in Mailpit's syntax.
///
/// The terms are texts, `to:`, `from:`, `addressed:`, `subject:`, `message-id:`, `is:read` and
/// `is:unread`. A text with spaces is in quotation marks. A `-` or `!` before a term excludes
/// emails.
struct MailSearch {
  private enum Term {
    case anywhere(String)
    case recipient(String)
    case sender(String)
    case address(String)
    case subject(String)
    case id(String)
    case read(Bool)
  }

  /// The maximum number of terms in a search.
  private static let termsMax = 50
  private static let filters = [
    "to", "from", "addressed", "subject", "message-id", "is", "cc", "bcc", "reply-to", "tag", "has",
    "before", "after", "larger", "smaller",
  ]

  private var terms: [(term: Term, isExcluded: Bool)] = []

  /// Parses a search.
  init(_ text: String) throws(HTTPRefusal) {
    for word in MailSearch.words(text) {
      let isExcluded = word.count > 1 && (word.hasPrefix("-") || word.hasPrefix("!"))
      let word = isExcluded ? String(word.dropFirst()) : word
      guard terms.count < MailSearch.termsMax else {
        throw .bad("the search has more than \(MailSearch.termsMax) terms")
      }
      terms.append((try MailSearch.term(word), isExcluded))
    }
  }

  /// Returns the words of a search in lower case; text in quotation marks is one word.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in text.lowercased() {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted:
        if !word.isEmpty { words.append(word) }
        word = ""
      default: word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func term(_ word: String) throws(HTTPRefusal) -> Term {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, filters.contains(String(parts[0])) else { return .anywhere(word) }
    let value = String(parts[1])
    switch (parts[0], value) {
    case ("to", _): return .recipient(value)
    case ("from", _): return .sender(value)
    case ("addressed", _): return .address(value)
    case ("subject", _): return .subject(value)
    case ("message-id", _): return .id(value)
    case ("is", "read"): return .read(true)
    case ("is", "unread"): return .read(false)
    default:
      throw .bad(
        "the search `\(word.prefix(100))` isn't supported by this inbox",
        help: "it supports texts, to:, from:, addressed:, subject:, message-id:, is:read and "
          + "is:unread")
    }
  }

  /// Whether an email matches the search.
  func matches(_ mail: MailpitMail) -> Bool {
    terms.allSatisfy { term, isExcluded in MailSearch.matches(term, mail) != isExcluded }
  }

  private static func matches(_ term: Term, _ mail: MailpitMail) -> Bool {
    func has(_ texts: [String], _ part: String) -> Bool {
      part.isEmpty || texts.contains { $0.lowercased().contains(part) }
    }
    let sender = [mail.sender.name, mail.sender.address]
    switch term {
    case .anywhere(let part): return has(sender + [mail.recipient, mail.subject, mail.text], part)
    case .recipient(let part): return has([mail.recipient], part)
    case .sender(let part): return has(sender, part)
    case .address(let part): return has(sender + [mail.recipient], part)
    case .subject(let part): return has([mail.subject], part)
    case .id(let part): return has(["\(mail.id)@flow"], part)
    case .read(let isRead): return mail.isRead == isRead
    }
  }
}
