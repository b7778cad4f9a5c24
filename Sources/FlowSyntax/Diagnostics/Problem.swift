public import FlowText

/// Everything that can be wrong with a script or a run of it, with what the words need to say it.
///
/// Closed: a new mistake is a new case, with an id that never changes, its words in
/// `Problem+Words`, its page in `Problem+Page` and a fixture that produces it.
public enum Problem: Sendable, Hashable {
  // Reading.
  case fileNotFound(path: String)
  case fileNotReadable(path: String, reason: String)
  case fileTooLarge(limit: Int)
  case notText
  case notAScript(path: String)
  case notUTF8

  // Words and marks.
  case badEscape(String)
  case malformedNumber
  case unknownCharacter(String)
  case unterminatedText

  // Grammar.
  case misplaced(statement: String, container: String)
  case nestedTooDeep(limit: Int)
  case tooManyProblems(limit: Int)
  case unclosedBrace
  case unexpected(found: String, expected: [String])
  case unopenedBrace

  // Meaning.
  case ambiguousField(name: String, candidates: [String])
  case badCommand(fault: String)
  case badDate(String)
  case duplicateField(name: String)
  case duplicateName(kind: String, name: String)
  case duplicateStatement(name: String)
  case emptyFlow
  case emptyScript
  case engineMismatch(flow: String, org: String)
  case exposedSecret(field: String)
  case impossibleExpectation(message: String)
  case importCycle(chain: [String])
  case importMissing(path: String)
  case importNotReadable(path: String, reason: String)
  case importOutside(path: String)
  case multilineText(fault: String)
  case notInOrg(kind: String, name: String, orgs: [String], nearest: [String])
  case notYet(form: String)
  case operatorMismatch(operator: String, left: String)
  case profileCycle(chain: [String])
  case rowLength(expected: Int, found: Int)
  case secretLiteral(field: String)
  case settingDuplicate(message: String)
  case settingMissing(message: String)
  case settingValue(message: String)
  case tooManyImports(limit: Int)
  case typeMismatch(left: String, right: String)
  case unknownEngine(name: String, nearest: [String])
  case unknownEvent(name: String, nearest: [String])
  case unknownFact(name: String, nearest: [String])
  case unknownIntent(name: String, nearest: [String])
  case unknownName(kind: String, name: String, nearest: [String])
  case unknownParameter(name: String, nearest: [String])
  case unknownSetting(message: String, nearest: [String])
  case unknownStep(name: String, nearest: [String])
  case unknownSubject(name: String, nearest: [String])
  case unreachableRule
  case unsatisfiableFlow(orgs: [String])
  case unusedName(kind: String, name: String)
  case valueCycle(chain: [String])
  case wrongWord(found: String, expected: [String])

  // What an org's policies allow.
  case audit(AuditFinding, message: String)

  // Running.
  /// A page that asks for the answer to a CAPTCHA.
  case captcha(name: String)
  case certificateRefused(message: String)
  case redirectMismatch(message: String)
  case commandFailed(message: String)
  /// A flow that goes otherwise at a real org than on the simulated one.
  case compareDiffers(message: String)
  case deadline(after: String)
  /// Variables that a script may not read if what it reads leaves this machine: `env NAME`.
  case envNotAllowed([String])
  case expectationFailed(expected: String, actual: String)
  /// An ID token that must not be taken.
  case idToken(IDTokenFault, message: String)
  case idTokenUnchecked
  case inboxEmpty(channel: String)
  case inboxFailed(message: String)
  case inboxMissing(channel: String)
  case interrupted
  case knownFailureOver(until: CalendarDay)
  case issuerMismatch(message: String)
  /// An issuer that only a script names, by its host and port.
  case issuerNotAllowed(host: String)
  case missingValues([String])
  case noProgress
  case noRule(step: String)
  case nobodyToAsk(field: String)
  case notOffered(what: String)
  case passkeyFailed(message: String)
  case passkeyMisplaced(name: String)
  /// A real org that doesn't say which rules of its policies decide.
  case policySimulationFailed(message: String)
  case pollTimeout(after: String)
  /// A flow that does something else than its recording.
  case replayDiffers(message: String)
  case requestFailed(message: String)
  case requiredField(name: String)
  case responseMalformed(message: String)
  /// Another rule of the policies than the simulated org's decides at the real one.
  case ruleDiffers(message: String)
  case ruleFailed(message: String)
  case runNotAllowed
  case serverError(message: String)
  case serverLimit(message: String)
  case serverMessage(message: String)
  case serverRefused(message: String)
  case serverUnreachable(message: String)
  case simulatedOnly(message: String)
  case tooManySteps(limit: Int)
  case transactionExpired(message: String)
  case unexpectedAuthenticator(step: String)
  case unexpectedPass(reason: String)
  case valueFailed(message: String)

  /// The stable name of a problem, which outputs print and `flow explain` takes.
  public enum ID: String, Sendable, Hashable, CaseIterable {
    case fileNotFound = "file-not-found"
    case fileNotReadable = "file-not-readable"
    case fileTooLarge = "file-too-large"
    case notText = "not-text"
    case notAScript = "not-a-script"
    case notUTF8 = "not-utf8"

    case badEscape = "bad-escape"
    case malformedNumber = "malformed-number"
    case unknownCharacter = "unknown-character"
    case unterminatedText = "unterminated-text"

    case misplaced = "misplaced"
    case nestedTooDeep = "nested-too-deep"
    case tooManyProblems = "too-many-problems"
    case unclosedBrace = "unclosed-brace"
    case unexpected = "unexpected"
    case unopenedBrace = "unopened-brace"

    case ambiguousField = "ambiguous-field"
    case badCommand = "bad-command"
    case badDate = "bad-date"
    case duplicateField = "duplicate-field"
    case duplicateName = "duplicate-name"
    case duplicateStatement = "duplicate-statement"
    case emptyFlow = "empty-flow"
    case emptyScript = "empty-script"
    case engineMismatch = "engine-mismatch"
    case exposedSecret = "exposed-secret"
    case impossibleExpectation = "impossible-expectation"
    case importCycle = "import-cycle"
    case importMissing = "import-missing"
    case importNotReadable = "import-not-readable"
    case importOutside = "import-outside"
    case multilineText = "multiline-text"
    case notInOrg = "not-in-org"
    case notYet = "not-yet"
    case operatorMismatch = "operator-mismatch"
    case profileCycle = "profile-cycle"
    case rowLength = "row-length"
    case secretLiteral = "secret-literal"
    case settingDuplicate = "setting-duplicate"
    case settingMissing = "setting-missing"
    case settingValue = "setting-value"
    case tooManyImports = "too-many-imports"
    case typeMismatch = "type-mismatch"
    case unknownEngine = "unknown-engine"
    case unknownEvent = "unknown-event"
    case unknownFact = "unknown-fact"
    case unknownIntent = "unknown-intent"
    case unknownName = "unknown-name"
    case unknownParameter = "unknown-parameter"
    case unknownSetting = "unknown-setting"
    case unknownStep = "unknown-step"
    case unknownSubject = "unknown-subject"
    case unreachableRule = "unreachable-rule"
    case unsatisfiableFlow = "unsatisfiable-flow"
    case unusedName = "unused-name"
    case valueCycle = "value-cycle"
    case wrongWord = "wrong-word"

    case brokenClaim = "broken-claim"
    case enrolmentImpossible = "enrolment-impossible"
    case noWayIn = "no-way-in"
    case policyRuleShadowed = "policy-rule-shadowed"
    case weakMethod = "weak-method"
    case weakerRoute = "weaker-route"

    case captcha
    case certificateRefused = "certificate-refused"
    case redirectMismatch = "redirect-mismatch"
    case commandFailed = "command-failed"
    case compareDiffers = "compare-differs"
    case deadline
    case envNotAllowed = "env-not-allowed"
    case expectationFailed = "expectation-failed"
    case idTokenAlgorithm = "id-token-algorithm"
    case idTokenAudience = "id-token-audience"
    case idTokenExpired = "id-token-expired"
    case idTokenHash = "id-token-hash"
    case idTokenIssuer = "id-token-issuer"
    case idTokenKey = "id-token-key"
    case idTokenMalformed = "id-token-malformed"
    case idTokenNonce = "id-token-nonce"
    case idTokenSignInTime = "id-token-sign-in-time"
    case idTokenSignature = "id-token-signature"
    case idTokenTime = "id-token-time"
    case idTokenUnchecked = "id-token-unchecked"
    case inboxEmpty = "inbox-empty"
    case inboxFailed = "inbox-failed"
    case inboxMissing = "inbox-missing"
    case interrupted
    case knownFailureOver = "known-failure-over"
    case issuerMismatch = "issuer-mismatch"
    case issuerNotAllowed = "issuer-not-allowed"
    case missingValues = "missing-values"
    case noProgress = "no-progress"
    case noRule = "no-rule"
    case nobodyToAsk = "nobody-to-ask"
    case notOffered = "not-offered"
    case passkeyFailed = "passkey-failed"
    case passkeyMisplaced = "passkey-misplaced"
    case policySimulationFailed = "policy-simulation-failed"
    case pollTimeout = "poll-timeout"
    case replayDiffers = "replay-differs"
    case requestFailed = "request-failed"
    case requiredField = "required-field"
    case responseMalformed = "response-malformed"
    case ruleDiffers = "rule-differs"
    case ruleFailed = "rule-failed"
    case runNotAllowed = "run-not-allowed"
    case serverError = "server-error"
    case serverLimit = "server-limit"
    case serverMessage = "server-message"
    case serverRefused = "server-refused"
    case serverUnreachable = "server-unreachable"
    case simulatedOnly = "simulated-only"
    case tooManySteps = "too-many-steps"
    case transactionExpired = "transaction-expired"
    case unexpectedAuthenticator = "unexpected-authenticator"
    case unexpectedPass = "unexpected-pass"
    case valueFailed = "value-failed"

    /// How serious a problem of this id is, unless its place makes it less so.
    public var severity: Diagnostic.Severity {
      switch self {
      case .emptyFlow, .enrolmentImpossible, .exposedSecret, .idTokenUnchecked, .noWayIn,
        .notInOrg, .policyRuleShadowed, .secretLiteral, .unknownStep, .unknownSubject,
        .unreachableRule, .unsatisfiableFlow, .unusedName, .weakMethod, .weakerRoute:
        .warning
      default: .error
      }
    }
  }
}

/// What the policies of an org allow that they should not, or don't that they should.
public enum AuditFinding: Sendable, Hashable, CaseIterable {
  case brokenClaim, enrolmentImpossible, noWayIn, policyRuleShadowed, weakMethod, weakerRoute

  /// The name of the problem.
  var id: Problem.ID {
    switch self {
    case .brokenClaim: .brokenClaim
    case .enrolmentImpossible: .enrolmentImpossible
    case .noWayIn: .noWayIn
    case .policyRuleShadowed: .policyRuleShadowed
    case .weakMethod: .weakMethod
    case .weakerRoute: .weakerRoute
    }
  }
}

/// What is wrong with an ID token.
public enum IDTokenFault: Sendable, Hashable, CaseIterable {
  case algorithm, audience, expired, hash, issuer, key, malformed, nonce, signature, signInTime
  case time

  /// The names of all of them.
  static let ids = Set(allCases.map(\.id))

  /// The name of the problem.
  var id: Problem.ID {
    switch self {
    case .algorithm: .idTokenAlgorithm
    case .audience: .idTokenAudience
    case .expired: .idTokenExpired
    case .hash: .idTokenHash
    case .issuer: .idTokenIssuer
    case .key: .idTokenKey
    case .malformed: .idTokenMalformed
    case .nonce: .idTokenNonce
    case .signature: .idTokenSignature
    case .signInTime: .idTokenSignInTime
    case .time: .idTokenTime
    }
  }
}

extension Problem.ID {
  /// Whether it says what is wrong with an ID token.
  public var isOfIDToken: Bool { IDTokenFault.ids.contains(self) }
}
