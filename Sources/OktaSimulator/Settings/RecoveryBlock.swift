import SimulatorKit
import FlowEngine

/// Reads a recovery rule: `recovery ["name"] { when …; password by …; unlock by … }`.
struct RecoveryBlock {
  private let draft: OrgDraft
  /// The settings in the rule, for checking `deny` and the second authenticators.
  private let settings: [Setting]
  private var rule: RecoveryRule

  static let table = SettingTable<RecoveryBlock>(
    of: "recovery",
    entries: [
      SettingEntry(
        "when", "`when [not] group staff [and [not] zone \"office\"]`",
        "The conditions, as in `sign-on`.",
        usual: "it holds for every user",
        example: "when group staff", notAs: ["if", "for", "condition"], repeats: true,
        .custom { block, line in
          block.rule.conditions += ConditionReader(line, of: block.draft).conditions()
        }),
      SettingEntry(
        "password", "`password by email or phone` or `password require 2 factors`",
        "The authenticators for recovering a password: `email`, `phone`, `okta-verify` or "
          + "`google-otp`. After `require`, what has to be verified, as in a `sign-on` rule, but with "
          + "other authenticators than the password.",
        usual: "it can't be recovered", example: "password by email or phone",
        notAs: ["reset", "forgot-password"],
        .custom { block, line in block.readPassword(line) }),
      SettingEntry(
        "password-second",
        "`password-second by security-question` or `password-second any`",
        "The second proof; users who have none of these are refused.",
        usual: "nothing", notAs: ["second", "additional"],
        .custom { block, line in
          block.rule.passwordSecond = block.second(line, after: "password")
        }),
      SettingEntry(
        "unlock", "`unlock by email or phone` or `unlock require 2 factors`",
        "The authenticators for an unlock: `email`, `phone`, `okta-verify` or `google-otp`. After "
          + "`require`, what has to be verified, as in a `sign-on` rule.",
        usual: "it can't be unlocked", example: "unlock by email or phone",
        notAs: ["unlock-account"],
        .custom { block, line in
          block.rule.unlockRequirement = block.requirement(line)
          block.rule.unlock =
            block.rule.unlockRequirement == nil
            ? block.proofs(line, allowed: firstProofs) : block.others
        }),
      SettingEntry(
        "unlock-second",
        "`unlock-second by phone or security-question` or `unlock-second any`",
        "The second proof; users who have none of these are refused.",
        usual: "nothing",
        .custom { block, line in block.rule.unlockSecond = block.second(line, after: "unlock") }),
      SettingEntry(
        "expired-password", "`expired-password require 2 factors`",
        "What has to be verified to replace a password that has expired, as in a `sign-on` rule. "
          + "The old password counts.",
        usual: "the old password", notAs: ["expired", "expiry"],
        .custom { block, line in
          block.rule.expiryRequirement = block.requirement(line)
          if block.rule.expiryRequirement == nil { line.malformed(at: line.terms().first) }
        }),
      SettingEntry(
        "after-unlock", "`after-unlock sign-in`",
        "`sign-in` lets users who unlocked the account continue into the app.", usual: "`done`",
        .choice(["done": false, "sign-in": true]) { $0.rule.signsInAfterUnlock = $1 }),
      SettingEntry(
        "deny", "`deny password, unlock, expired-password`",
        "The actions that are denied. `password` and `unlock` are also denied if no line names "
          + "them.",
        usual: "`password` and `unlock`, unless a line names them",
        example: "deny unlock",
        notAs: ["denied"], .custom { block, line in block.readDenied(line) }),
    ])

  /// Reads a recovery rule, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    let name = draft.ruleName(line)
    var block = RecoveryBlock(
      draft: draft, settings: line.block, rule: RecoveryRule(name: name))
    table.read(line.block, into: &block, line.reader)
    draft.noteReach(line)
    draft.policy.recoveries.append(block.rule)
  }

  /// The authenticators that can be verified first.
  ///
  /// These authenticators use another channel or a device of the user.
  private static let firstProofs: [Authenticator] = [.email, .phone, .oktaVerify, .googleOTP]
  /// The authenticators that can be verified second: all that users enroll except the password.
  private static let secondProofs = Authenticator.allCases.filter {
    $0 != .password && $0.isEnrolledByUsers
  }

  private mutating func readPassword(_ line: SettingLine) {
    rule.passwordRequirement = requirement(line)
    rule.password =
      rule.passwordRequirement == nil ? proofs(line, allowed: Self.firstProofs) : others
    guard draft.policy.methods(of: .password).isEmpty else { return }
    line.report(
      SettingProblem(
        .value, "this org has no authenticator `password` to recover", at: line.place))
  }

  /// The actions that `deny` can name.
  private static let deniable = ["password", "unlock", "expired-password"]

  /// Reads `deny password, unlock`.
  ///
  /// An action that is denied must not also be offered.
  private mutating func readDenied(_ line: SettingLine) {
    for (name, term) in line.names() {
      guard RecoveryBlock.deniable.contains(name) else {
        line.report(
          SettingProblem(
            .value, "`\(name)` can't be denied", at: term.place, help: "write it as \(line.form)",
            word: name, candidates: RecoveryBlock.deniable))
        continue
      }
      if name == "expired-password" { rule.deniesExpiry = true }
      guard let other = settings.first(where: { $0.name == name }) else { continue }
      line.report(
        SettingProblem(
          .value, "a rule can't offer and deny the same", at: term.place, other: other.place))
    }
  }

  /// Reads the authenticators for a second verification: `by phone or security-question`, or `any`
  /// except the password.
  private func second(_ line: SettingLine, after first: String) -> [Authenticator] {
    if !settings.contains(where: { $0.name == first }) {
      line.report(
        SettingProblem(
          .missing, "`\(line.name)` needs `\(first)`: it comes after a first proof",
          at: line.place, help: "add \(Self.table.form(of: first))"))
    }
    if line.values.count == 1, line.values[0].count == 1, line.values[0][0].word == "any" {
      return Self.secondProofs
    }
    return proofs(line, allowed: Self.secondProofs)
  }

  /// The authenticators of the org, without the password.
  private var others: [Authenticator] {
    draft.policy.authenticators.map(\.authenticator).filter { $0 != .password }
  }

  /// Reads a requirement: `require 2 factors`; `nil` if the line doesn't have one.
  private func requirement(_ line: SettingLine) -> Requirement? {
    guard line.terms().first?.word == "require" else { return nil }
    let second = "\(line.name)-second"
    if let other = settings.first(where: { $0.name == second }) {
      line.report(
        SettingProblem(
          .value, "`require` says everything that is needed", at: line.place,
          help: "remove `\(second)`", other: other.place))
    }
    // An invalid requirement has been reported.
    return RequirementParser.parse(line, after: 1, policy: draft.policy) { draft.note(mixed: line) }
      ?? .any(1)
  }

  /// Reads a list of authenticators: `by email or phone`.
  private func proofs(_ line: SettingLine, allowed: [Authenticator]) -> [Authenticator] {
    let terms = line.terms()
    guard terms.count > 1, terms[0].word == "by" else {
      line.malformed(at: terms.first)
      return []
    }
    var authenticators: [Authenticator] = []
    for (index, term) in terms.dropFirst().enumerated() {
      if index % 2 == 1 {
        if term.word != "or" { line.malformed(at: term) }
        continue
      }
      guard let authenticator = line.reader.authenticator(term, of: draft.policy) else { continue }
      guard allowed.contains(authenticator) else {
        line.report(
          SettingProblem(
            .value, "`\(authenticator.rawValue)` can't be used for this", at: term.place,
            help: "write it as \(line.form)", word: term.word,
            candidates: allowed.map(\.rawValue)))
        continue
      }
      guard !authenticators.contains(authenticator) else {
        line.report(
          SettingProblem(
            .duplicate, "`\(authenticator.rawValue)` is listed twice", at: term.place))
        continue
      }
      authenticators.append(authenticator)
    }
    if terms.count % 2 == 1 { line.malformed(at: terms[terms.count - 1]) }
    return authenticators
  }
}
