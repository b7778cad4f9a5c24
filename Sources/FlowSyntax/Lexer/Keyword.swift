/// A keyword of the grammar.
///
/// A keyword is reserved only where the grammar allows it. Elsewhere it is a name.
public enum Keyword: UInt8, Sendable, Hashable, CaseIterable {
  case none
  case against, always, and, answer, any, ask, at
  case cancel, choose, claim, contains
  case deny
  case engine, env, every, expect
  case fail, `false`, file, flow, follow, `for`, from
  case has
  case `import`, `in`, inbox, `is`
  case known
  case `let`
  case matches, meanwhile
  case never, not
  case offers, on, once, or, org, otherwise
  case passkey, path, poll, possible, profile, prompt
  case random, recover, resend, run
  case say, secret, send, sent, skip, start, stop, submit
  case tagged, then, times, to, totp, `true`
  case until, up, use, used
  case via
  case wait, when, with

  /// The keyword as it is written.
  public var spelling: String { Keyword.spellings[Int(rawValue)] }

  /// The spellings, in the order of the cases.
  ///
  /// The spellings are listed here because the runtime needs half a millisecond for the names of
  /// all cases, at every start of the program.
  private static let spellings = [
    "", "against", "always", "and", "answer", "any", "ask", "at", "cancel", "choose", "claim",
    "contains", "deny", "engine", "env", "every", "expect", "fail", "false", "file", "flow",
    "follow", "for", "from", "has", "import", "in", "inbox", "is", "known", "let", "matches",
    "meanwhile", "never", "not", "offers", "on", "once", "or", "org", "otherwise", "passkey",
    "path", "poll", "possible", "profile", "prompt", "random", "recover", "resend", "run", "say",
    "secret",
    "send", "sent", "skip", "start", "stop", "submit", "tagged", "then", "times", "to", "totp",
    "true", "until", "up", "use", "used", "via", "wait", "when", "with",
  ]

  /// Whether a line that ends or begins with this word continues on the next or the previous line.
  var joinsLines: Bool {
    switch self {
    case .or, .and, .then, .when, .with, .via: true
    default: false
    }
  }

  /// Whether a line that begins with this word always begins a statement, even after an open
  /// parenthesis.
  var beginsStatement: Bool {
    switch self {
    case .claim, .expect, .flow, .import, .on, .org, .otherwise, .profile: true
    default: false
    }
  }

  /// The roles of keywords, by which editors highlight them.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// The keyword begins a declaration: `flow`, `profile`.
    case declaration
    /// The keyword begins a statement: `on`, `let`.
    case statement
    /// The keyword begins an action: `answer`, `skip`.
    case action
    /// The keyword joins the parts of a declaration, a rule or an action: `when`, `via`.
    case clause
    /// The keyword joins or negates conditions: `and`, `not`.
    case logic
    /// The keyword begins or joins a test: `offers`, `contains`.
    case test
    /// The keyword begins a value: `secret`, `totp`.
    case value
    /// The keyword is a value: `true`.
    case constant
    /// The keyword says for which paths a line of a claim must hold: `always`.
    case quantifier
  }

  /// The keyword's role; `nil` for `none`.
  ///
  /// A keyword with several roles has only the first here.
  public var role: Role? {
    switch self {
    case .none: nil
    case .claim, .flow, .import, .org, .profile: .declaration
    case .against, .engine, .known, .let, .on, .otherwise, .start, .use: .statement
    case .answer, .cancel, .choose, .deny, .expect, .fail, .follow, .meanwhile, .poll, .prompt,
      .recover, .resend, .say, .send, .skip, .stop, .submit, .wait:
      .action
    case .any, .at, .every, .for, .from, .in, .once, .tagged, .then, .times, .to, .until, .up, .via,
      .when,
      .with:
      .clause
    case .and, .not, .or: .logic
    case .contains, .has, .is, .matches, .offers, .path, .sent, .used: .test
    case .ask, .env, .file, .inbox, .passkey, .random, .run, .secret, .totp: .value
    case .true, .false: .constant
    case .always, .never, .possible: .quantifier
    }
  }
}

/// Finds the keyword for a word.
struct KeywordTable {
  private var words: [ShortWord]
  private var keywords: [Keyword]
  private static let size = 256

  /// The shared table.
  ///
  /// The table never changes.
  static let shared = KeywordTable()

  /// The length in bytes of the longest keyword, `otherwise`.
  static let lengthMax = 9

  init() {
    words = Array(repeating: WordHash().shortWord, count: KeywordTable.size)
    keywords = Array(repeating: .none, count: KeywordTable.size)
    for keyword in Keyword.allCases where keyword != .none {
      var hash = WordHash()
      for byte in keyword.spelling.utf8 { hash.add(byte) }
      var slot = KeywordTable.slot(hash.value)
      while keywords[slot] != .none { slot = (slot + 1) % KeywordTable.size }
      words[slot] = hash.shortWord
      keywords[slot] = keyword
    }
  }

  private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 56) }

  /// Returns the keyword for a word of at most `lengthMax` bytes.
  ///
  /// - Parameters:
  ///   - hash: The hash of the word.
  ///   - word: The word itself.
  /// - Returns: The keyword; `none` if the word isn't one.
  func keyword(_ hash: UInt64, _ word: ShortWord) -> Keyword {
    var slot = KeywordTable.slot(hash)
    while keywords[slot] != .none {
      if words[slot] == word { return keywords[slot] }
      slot = (slot + 1) % KeywordTable.size
    }
    return .none
  }
}
