import FlowEngine
import SimulatorKit

/// Reads a phone with Okta Verify in the block of a user: `okta-verify "BASE32KEY" { push approve
/// after 3s }`.
struct OktaVerifyBlock {
  private var answers: [PushAnswer] = []
  private var sendsAtOnce = false
  private var traits: Traits = []
  private var methods: Methods?

  private init() {}

  static let table = SettingTable<OktaVerifyBlock>(
    of: "user", "okta-verify",
    entries: [
      SettingEntry(
        "auto-challenge", "`auto-challenge on`",
        "Whether the user has chosen to have pushes sent automatically.", usual: "`off`",
        .flag { $0.sendsAtOnce = $1 }),
      SettingEntry(
        "push", "`push deny after 3s, approve`",
        "The phone's answers to pushes, in order; the last one repeats: `approve`, `deny` or "
          + "`ignore`, each with an optional delay.",
        usual: "`approve after 3s`", notAs: ["answer", "answers"],
        .custom { block, line in block.readAnswers(line) }),
      SettingEntry(
        "methods", "`methods push, totp`",
        "The methods that the user has enrolled: `push`, `totp` and `fastpass`.",
        usual: "all methods of the org", notAs: ["method", "via"],
        .custom { block, line in block.readMethods(line) }),
      SettingEntry(
        "user-verification", "`user-verification biometrics`",
        "How the phone verifies its owner at a push and at FastPass: by `biometrics`, which is a "
          + "second kind of factor, by `pin`, or `off`.",
        usual: "`off`", notAs: ["verification", "biometrics"],
        .custom { block, line in block.traits.readUserVerification(line) }),
      SettingEntry(
        "hardware-protected", "`hardware-protected on`",
        "Whether the key of pushes and of FastPass is in a chip.", usual: "`off`",
        notAs: ["hardware", "tpm"], .flag { $0.traits.set(.hardwareProtected, $1) }),
    ])

  /// Reads a phone with Okta Verify, and adds it to an account.
  static func read(_ line: SettingLine, of draft: OrgDraft, into account: inout Account) {
    draft.needs(.oktaVerify, line)
    let key = CodeKeyLine(line).key()
    var block = OktaVerifyBlock()
    table.read(line.block, into: &block, line.reader)
    guard let key else { return }
    var phone = Account.OktaVerify(key: key)
    phone.answers = block.answers
    phone.sendsAtOnce = block.sendsAtOnce
    phone.traits = block.traits
    phone.methods = block.methods
    account.oktaVerify = phone
  }

  private mutating func readAnswers(_ line: SettingLine) {
    if line.values.isEmpty { line.malformed() }
    for terms in line.values {
      guard let answer = OktaVerifyBlock.answer(terms) else {
        line.malformed(at: terms.first)
        continue
      }
      answers.append(answer)
    }
  }

  private mutating func readMethods(_ line: SettingLine) {
    let words: [(String, Methods)] = [
      ("push", .push), ("totp", .totp), ("fastpass", .signedNonce),
    ]
    for (name, term) in line.names() {
      guard let method = words.first(where: { $0.0 == name })?.1 else {
        line.malformed(at: term, allowing: words.map(\.0))
        continue
      }
      methods = (methods ?? []).union(method)
    }
  }

  /// Parses an answer to a push: `approve`, `deny` or `ignore`, with an optional delay; `nil` if it
  /// isn't valid.
  private static func answer(_ terms: [SettingTerm]) -> PushAnswer? {
    guard let word = terms.first?.word, let kind = PushAnswer.Kind(rawValue: word) else {
      return nil
    }
    var answer = PushAnswer(kind: kind)
    guard terms.count > 1 else { return answer }
    guard terms.count == 3, kind != .ignore, terms[1].word == "after",
      let duration = terms[2].duration
    else { return nil }
    answer.after = duration
    return answer
  }
}

extension Traits {
  /// Reads `user-verification biometrics`, `pin` or `off`.
  mutating func readUserVerification(_ line: SettingLine) {
    subtract(.verification)
    let trait = line.choice(["biometrics": Traits.biometrics, "pin": .pin, "off": []])
    if let trait { formUnion(trait) }
  }

  /// Adds or removes a trait.
  mutating func set(_ trait: Traits, _ isOn: Bool) {
    if isOn {
      formUnion(trait)
    } else {
      subtract(trait)
    }
  }
}
