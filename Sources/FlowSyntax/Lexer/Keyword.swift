/// The words of the grammar.
///
/// Each is reserved only in the contexts in which the grammar allows it.
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

  /// The word itself.
  public var spelling: String { Keyword.spellings[Int(rawValue)] }

  /// The words in the order of the cases.
  ///
  /// Asking the runtime for the names of all cases takes half a millisecond, which every start of
  /// the program would pay.
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

  /// Whether a line that ends or begins with the word is part of a longer statement.
  var joinsLines: Bool {
    switch self {
    case .or, .and, .then, .when, .with, .via: true
    default: false
    }
  }

  /// Whether a line that begins with the word always begins a statement, even after an open
  /// parenthesis.
  var beginsStatement: Bool {
    switch self {
    case .claim, .expect, .flow, .import, .on, .org, .otherwise, .profile: true
    default: false
    }
  }

  /// The role in which a word has its meaning, as editors distinguish words.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Begins a declaration: `flow`, `profile`.
    case declaration
    /// Begins a statement: `on`, `let`.
    case statement
    /// Begins an action: `answer`, `skip`.
    case action
    /// Joins the parts of a declaration, a rule or an action: `when`, `via`.
    case clause
    /// Joins or negates conditions: `and`, `not`.
    case logic
    /// Begins or joins a test: `offers`, `contains`.
    case test
    /// Begins a value: `secret`, `totp`.
    case value
    /// Is a value: `true`.
    case constant
    /// Names the paths for which a line of a claim must hold: `always`.
    case quantifier
  }

  /// The word's role, or the role of its first meaning if it has several; `nil` if this isn't a
  /// word.
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

  /// The only table, which never changes.
  static let shared = KeywordTable()

  /// The length of the longest keyword, `otherwise`.
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

  /// Finds the keyword for a word of at most `lengthMax` bytes.
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
