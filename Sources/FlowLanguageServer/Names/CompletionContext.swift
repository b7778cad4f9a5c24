import FlowDiagnostics
import FlowSyntax

/// The words that are possible at a position in a script that is being written.
struct CompletionContext {
  /// The kinds of words that are possible.
  enum Kind: Hashable {
    case topLevel, flowStatement, profileStatement, action
    case step, subject, method, field, fact, claimFact, value
    /// A name in a text: `\(message.text)`.
    case nameInText
    case engine, intent, parameter, event, org, profile, message
    /// The name of a secret.
    case secret
    /// A word of an org, from the schema of its engine.
    case setting
    /// The value of this parameter.
    case valueOfParameter(String)
    /// A value that this fact is compared with.
    case valueOfFact(String)
    /// Some words of the language.
    case words([String])
  }

  private(set) var kinds: [Kind] = []
  /// The steps of the rule that contains the position.
  private(set) var steps: [String] = []
  /// The bytes of the word that is being written, up to the position.
  let typed: Range<Int>

  private let source: SourceFile
  /// The tokens of the statement so far, without the word that is being written.
  private var statement: [Token] = []
  /// The first words of the blocks around the position, the innermost last.
  private var blocks: [Keyword] = []

  init(_ lexed: LexedSource, _ source: SourceFile, at offset: Int) {
    self.source = source
    var start = offset
    let inside = lexed.tokens.last { Int($0.start) < offset && offset <= Int($0.end) }
    let comment = lexed.comments.contains { Int($0.start) < offset && offset <= Int($0.end) }
    if let inside, inside.kind == .word { start = Int(inside.start) }
    let name = inside.flatMap { Self.nameInText($0, source, to: offset) }
    typed = (name ?? start)..<offset
    if comment { return }
    if name != nil {
      kinds = [.nameInText]
      return
    }
    switch inside?.kind {
    case .text?, .richText?, .number?, .duration?, .unknown?:
      // A word may begin directly after a text, but that is never intended.
      return
    default: break
    }
    for token in lexed.tokens where token.end <= start && token.kind != .endOfFile { take(token) }
    kinds = find()
  }

  /// The start of the name in a text that is being written at an offset; `nil` if there isn't one.
  private static func nameInText(_ token: Token, _ source: SourceFile, to offset: Int) -> Int? {
    guard [.text, .richText, .unknown].contains(token.kind) else { return nil }
    let written = Array(source.text(SourceRange(token.start, UInt32(offset))).utf8)
    let name = written.reversed().prefix(while: continuesName).count
    guard written.dropLast(name).suffix(2).elementsEqual("\\(".utf8) else { return nil }
    // After another backslash, a backslash is literal.
    let marks = written.dropLast(name + 1).reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    return marks % 2 == 1 ? offset - name : nil
  }

  private static func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "-_.".utf8.contains(byte)
    }
  }

  private mutating func take(_ token: Token) {
    switch token.kind {
    case .endOfStatement: statement = []
    case .leftBrace:
      blocks.append(statement.first?.keyword ?? .none)
      if statement.first?.keyword == .on {
        steps = Self.steps(of: statement, source)
      }
      statement = []
    case .rightBrace:
      _ = blocks.popLast()
      statement = []
    default: statement.append(token)
    }
  }

  /// The first words of a rule's patterns.
  private static func steps(of statement: [Token], _ source: SourceFile) -> [String] {
    var steps: [String] = []
    var isNext = false
    for token in statement {
      switch token.keyword {
      case .on where steps.isEmpty && !isNext: isNext = true
      case .or: isNext = true
      case .when, .once, .up: return steps
      default:
        if isNext, token.kind == .word { steps.append(source.text(token.range)) }
        isNext = false
        if token.keyword.role == .action, steps.count > 0, token.range != statement.last?.range {
          return steps
        }
      }
    }
    return steps
  }

  // MARK: Possible words

  private mutating func find() -> [Kind] {
    if blocks.contains(.org) { return [.setting] }
    guard let first = statement.first, let last = statement.last else { return beginning() }
    if first.keyword == .on, steps.isEmpty { steps = Self.steps(of: statement, source) }
    if blocks.last == .claim, statement.count == 1 || first.keyword == .for {
      return afterClaimWord(first)
    }
    if last.kind == .equal { return afterEqual() }
    let clause = clause()
    if let kinds = after(last, clause) { return kinds }
    switch first.keyword {
    case .on: return afterPattern(last, clause)
    default: return []
    }
  }

  /// The words that may begin a statement.
  private func beginning() -> [Kind] {
    switch blocks.last {
    case nil: [.topLevel, .flowStatement]
    case .flow?: [.flowStatement]
    case .profile?: [.profileStatement, .field]
    case .on?: [.action]
    case .claim?:
      [.words(["for", "always", "never", "possible", "source", "help", "recommended"])]
    default: []
    }
  }

  /// The words that may follow the first word of a claim's line.
  private func afterClaimWord(_ first: Token) -> [Kind] {
    switch (first.keyword, statement.count) {
    case (.for, 1): [.words(["user"])]
    case (.for, 2): [.words(["in"])]
    case (.for, 3): [.words(["group"])]
    case (.always, _), (.never, _), (.possible, _):
      // A route can't have the other outcomes.
      [.words(["failure", "finished"]), .claimFact, Self.claimTests]
    default: []
    }
  }

  /// The last word that determines the kind of the words after it.
  private func clause() -> Keyword {
    // A claim's line is an expectation after its first word.
    if blocks.last == .claim, !has(.path) { return .expect }
    let known: Set<Keyword> = [
      .on, .choose, .answer, .prompt, .when, .expect, .use, .start, .with, .meanwhile, .offers,
      .path, .tagged, .let, .poll, .say, .fail, .then,
    ]
    return statement.last { known.contains($0.keyword) }?.keyword ?? .none
  }

  /// The words that may follow a word or a symbol that allows few things.
  private func after(_ last: Token, _ clause: Keyword) -> [Kind]? {
    if last.kind == .comma || last.keyword == .or || last.keyword == .and {
      return joined(by: last, clause)
    }
    if blocks.last == .claim, last.kind == .word, source.text(last.range) == "used" {
      return [.subject]
    }
    if begins(.known), last.kind == .text, !has(.until) { return [.words(["until"])] }
    switch last.keyword {
    case .on: return [.step]
    case .choose, .offers: return [.subject]
    case .via: return [.method]
    case .answer, .prompt, .has: return [.field]
    case .engine: return [.engine]
    case .against: return [.org]
    case .use: return [.profile]
    case .start: return [.intent, .words(["from"])]
    case .from: return [.intent]
    case .with:
      return clause == .with && begins(.start) || has(.meanwhile) ? [.parameter] : [.field]
    case .meanwhile: return [.event]
    case .expect:
      return [.words(LanguageWords.outcomes + Self.tests), .fact]
    case .not where statement.dropLast().last?.keyword == .is: return compared(behind: 2)
    case .when, .not: return tests
    case .sent: return [.message]
    case .path: return [.step, .words(["contains", "never"])]
    case .contains, .never: return clause == .path ? [.step] : compared(behind: 1)
    case .is: return compared(behind: 1) + [.words(["not", "true", "false"])]
    case .matches: return [.value]
    case .then: return [.action]
    case .otherwise: return [.words(["prompt", "skip", "stop"])]
    case .secret: return [.secret]
    case .inbox: return [.words(["email", "sms", "voice"])]
    case .random: return [.words(["email", "password", "digits"])]
    case .once, .times: return [.action, .words(["when"])]
    default: return last.kind == .leftParenthesis ? tests : nil
    }
  }

  /// The values for the fact that is a number of tokens before the position.
  private func compared(behind count: Int) -> [Kind] {
    guard let fact = statement.dropLast(count).last, fact.kind == .word else { return [.value] }
    return [.valueOfFact(source.text(fact.range)), .value]
  }

  /// The words that may begin a condition: facts of a route in an org's claim, facts of a response
  /// elsewhere.
  private var tests: [Kind] {
    blocks.last == .claim ? [.claimFact, Self.claimTests] : [.words(Self.tests), .fact]
  }

  private static let tests = ["not", "offers", "has", "path", "sent"]
  private static let claimTests = Kind.words(["not", "used"])

  /// The words that may follow a comma, `or` or `and`.
  private func joined(by last: Token, _ clause: Keyword) -> [Kind] {
    switch clause {
    case .on: [.step]
    case .choose, .offers: [.subject]
    case .answer, .prompt: [.field]
    case .use: [.profile]
    case .path: [.step]
    case .when, .expect: tests
    case .with: begins(.start) || has(.meanwhile) ? [.parameter] : [.field]
    default: []
    }
  }

  private func begins(_ keyword: Keyword) -> Bool { statement.first?.keyword == keyword }
  private func has(_ keyword: Keyword) -> Bool { statement.contains { $0.keyword == keyword } }

  private func afterEqual() -> [Kind] {
    let isParameter = begins(.start) || has(.meanwhile) && clause() == .with
    guard isParameter, statement.count >= 2 else { return [.value] }
    return [.valueOfParameter(source.text(statement[statement.count - 2].range)), .value]
  }

  /// The words that may follow a rule's pattern or its condition.
  private func afterPattern(_ last: Token, _ clause: Keyword) -> [Kind] {
    let next: Kind = .words(["when", "once", "up to", "or"])
    switch clause {
    case .on:
      let isStep =
        statement.count >= 2 && [.on, .or].contains(statement[statement.count - 2].keyword)
      return isStep
        ? [.subject, next, .words(["via"]), .action] : [next, .words(["via"]), .action]
    case .when: return [.action, .words(["and", "or", "is", "contains", "once"])]
    case .choose: return [.words(["via", "or", "with", "then"])]
    case .answer, .prompt: return [.words(["then"])]
    default: return [.words(["then"])]
    }
  }
}
