extension Problem {
  /// One sentence in lower case, without a full stop, user text in backticks.
  public var message: String {
    switch self {
    case .fileNotFound(let path): "there is no file \(Prose.ticked(path))"
    case .fileNotReadable(let path, let reason): "\(Prose.ticked(path)) can't be read: \(reason)"
    case .fileTooLarge(let limit): "the file is longer than \(limit >> 20) MB"
    case .notText: "this is not a text file"
    case .notAScript(let path): "\(Prose.ticked(path)) isn't a script"
    case .notUTF8: "these bytes are not UTF-8"

    case .badEscape(let text): "\(Prose.ticked(text)) is no escape"
    case .malformedNumber: "this is no number or duration that can stand here"
    case .unknownCharacter(let text): "\(Prose.ticked(text)) means nothing here"
    case .unterminatedText: "this text is never closed"

    case .misplaced(let statement, let container): "\(statement) can only stand in \(container)"
    case .nestedTooDeep(let limit): "this is nested more than \(limit) deep"
    case .tooManyProblems(let limit): "the file has more than \(limit) problems"
    case .unclosedBrace: "this `{` is never closed"
    case .unexpected(let found, let expected):
      expected.isEmpty
        ? "\(found) can't stand here" : "expected \(Prose.list(expected, "or")), found \(found)"
    case .unopenedBrace: "this `}` closes nothing"

    default: meaning ?? running
    }
  }

  /// What is said of the problems that the checker finds.
  private var meaning: String? {
    switch self {
    case .ambiguousField(let name, let candidates):
      "\(Prose.ticked(name)) could be \(Prose.or(candidates))"
    case .badDate(let text): "\(Prose.ticked(text)) is no day"
    case .duplicateField(let name): "\(Prose.ticked(name)) is given twice"
    case .duplicateName(let kind, let name): "there are two \(kind)s called \(Prose.ticked(name))"
    case .duplicateStatement(let name): "\(Prose.ticked(name)) stands here twice"
    case .emptyFlow: "this flow answers nothing"
    case .emptyScript: "there is nothing in this file"
    case .engineMismatch(let flow, let org):
      "a flow of the engine \(Prose.ticked(flow)) can't run against an org of \(Prose.ticked(org))"
    case .exposedSecret(let field):
      "a secret is given to \(Prose.ticked(field)), which is no secret"
    case .impossibleExpectation(let message): message
    case .importCycle(let chain): "these files import each other: \(Prose.chain(chain))"
    case .importMissing(let path): "there is no file \(Prose.ticked(path))"
    case .importNotReadable(let path, let reason): "\(Prose.ticked(path)) can't be read: \(reason)"
    case .importOutside(let path):
      "\(Prose.ticked(path)) lies outside the folder that imports may come from"
    case .multilineText(let fault): fault
    case .notInOrg(let kind, let name, let orgs, _):
      "the org \(Prose.or(orgs)) has no \(kind) \(Prose.ticked(name))"
    case .notYet(let form): "\(form) can be written, but not run yet"
    case .operatorMismatch(let `operator`, let left):
      "\(Prose.ticked(`operator`)) doesn't go with \(left)"
    case .audit(_, let message): message
    case .profileCycle(let chain): "these profiles use each other: \(Prose.chain(chain))"
    case .rowLength(let expected, let found):
      "this row has \(Prose.count(found, "value")), but there \(expected == 1 ? "is" : "are") "
        + Prose.count(expected, "name")
    case .secretLiteral(let field): "the secret \(Prose.ticked(field)) is written in the script"
    case .settingDuplicate(let message), .settingMissing(let message), .settingValue(let message),
      .unknownSetting(let message, _):
      message
    case .tooManyImports(let limit): "more than \(limit) files are imported"
    case .typeMismatch(let left, let right): "\(left) can't be compared with \(right)"
    case .unknownEngine(let name, _): "no engine is called \(Prose.ticked(name))"
    case .unknownEvent(let name, _): "nothing happens outside as \(Prose.ticked(name))"
    case .unknownFact(let name, _): "a condition can't ask for \(Prose.ticked(name))"
    case .unknownIntent(let name, _): "a flow can't start with \(Prose.ticked(name))"
    case .unknownName(let kind, let name, _): "no \(kind) is called \(Prose.ticked(name))"
    case .unknownParameter(let name, _): "no parameter here is called \(Prose.ticked(name))"
    case .unknownStep(let name, _): "no known step is called \(Prose.ticked(name))"
    case .unknownSubject(let name, _):
      "no known authenticator or method is called \(Prose.ticked(name))"
    case .unreachableRule: "this rule can never fire"
    case .unsatisfiableFlow(let orgs):
      "none of the orgs \(Prose.and(orgs)) has all that this flow needs"
    case .unusedName(let kind, let name): "the \(kind) \(Prose.ticked(name)) is never used"
    case .valueCycle(let chain): "these values stand for each other: \(Prose.chain(chain))"
    case .wrongWord(let found, let expected):
      expected.isEmpty || expected.count > Prose.listMax
        ? "\(Prose.ticked(found)) can't stand here"
        : "\(Prose.ticked(found)) can't stand here; expected \(Prose.or(expected))"
    default: nil
    }
  }

  /// What is said of the problems of a run.
  private var running: String {
    switch self {
    case .captcha(let name):
      "a CAPTCHA\(name.isEmpty ? "" : ", \(Prose.ticked(name)),") blocks the run: "
        + "only a person in a browser can answer it"
    case .deadline(let after): "the run was not over after \(after)"
    case .envNotAllowed(let names):
      "a real issuer is the target, and the script may not read "
        + Prose.list(names.map(Prose.ticked), "and") + " there"
    case .expectationFailed(let expected, let actual):
      actual.isEmpty
        ? "this was expected and is not so: \(expected)" : "expected \(expected), found \(actual)"
    case .idToken(_, let message), .issuerMismatch(let message): message
    case .idTokenUnchecked: "the ID token's signature was not checked"
    case .inboxEmpty(let channel): "no new \(Prose.item(of: channel)) came for this step"
    case .inboxMissing(let channel):
      "there is no inbox in which \(Prose.item(of: channel)) could arrive"
    case .interrupted: "the run was interrupted"
    case .issuerNotAllowed(let host):
      "only the script names the issuer at \(Prose.ticked(host)), and nothing was sent there"
    case .knownFailureOver(let until): "this was to be mended by the end of \(until)"
    case .missingValues(let names):
      "\(names.count == 1 ? "a value is" : "values are") missing: \(Prose.list(names, "and"))"
    case .noProgress: "the run goes round in circles"
    case .noRule(let step): "no rule answers the step \(Prose.ticked(step))"
    case .nobodyToAsk(let field):
      "nobody is there to ask for "
        + (field.utf8.contains(UInt8(ascii: " ")) ? field : Prose.ticked(field))
    case .notOffered(let what): "this is not offered: \(what)"
    case .passkeyMisplaced(let name):
      "a passkey's challenge can be answered by \(Prose.ticked("passkey \(name)")), nothing else"
    case .pollTimeout(let after): "this was waited for in vain for \(after)"
    case .certificateRefused(let message), .redirectMismatch(let message),
      .commandFailed(let message),
      .compareDiffers(let message), .inboxFailed(let message),
      .passkeyFailed(let message), .policySimulationFailed(let message),
      .replayDiffers(let message), .requestFailed(let message), .responseMalformed(let message),
      .ruleDiffers(let message), .ruleFailed(let message),
      .serverError(let message), .serverLimit(let message), .serverRefused(let message),
      .serverUnreachable(let message), .simulatedOnly(let message),
      .transactionExpired(let message), .valueFailed(let message):
      message
    case .requiredField(let name): "the step can't be submitted without \(Prose.ticked(name))"
    case .runNotAllowed: "this script wants to run a program, which is not allowed"
    case .serverMessage(let message): "the server says: \(message)"
    case .badCommand(let fault): "this is no command: \(fault)"
    case .tooManySteps(let limit): "the run took more than \(Prose.count(limit, "step"))"
    case .unexpectedAuthenticator(let step):
      "unexpected authenticator: the step \(Prose.ticked(step)) is about none"
    case .unexpectedPass(let reason): "this passes, though it is known to fail: \(reason)"
    default: id.rawValue
    }
  }
}
