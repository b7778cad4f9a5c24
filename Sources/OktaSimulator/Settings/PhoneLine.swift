import FlowEngine
import FlowHTTP
import SimulatorKit

/// Reads a phone of a user: `phone "+15551234567" [via sms or voice] [nickname "Work"]`.
struct PhoneLine {
  private let line: SettingLine
  private let draft: OrgDraft

  init(_ line: SettingLine, of draft: OrgDraft) {
    self.line = line
    self.draft = draft
  }

  func read(into account: inout Account) {
    draft.needs(.phone, line)
    let terms = line.terms()
    guard let first = terms.first, let text = first.text else {
      line.malformed(at: terms.first)
      return
    }
    guard let number = PhoneNumber.normalized(text) else {
      line.report(
        SettingProblem(
          .value, "`\(text)` isn't a phone number", at: first.place,
          help: "write `+`, the country's code and the number (E.164)"))
      return
    }
    guard !account.phones.contains(where: { $0.number == number }) else {
      line.report(
        SettingProblem(.duplicate, "the phone `\(text)` is set twice", at: first.place))
      return
    }
    var rest = terms.dropFirst()
    var nickname: String?
    if let mark = rest.firstIndex(where: { $0.word == "nickname" }) {
      guard mark + 2 == rest.endIndex, let name = rest[mark + 1].name else {
        line.malformed(at: rest[mark])
        return
      }
      nickname = name
      rest = rest[..<mark]
    }
    if let mark = rest.first, mark.word != "via" {
      line.malformed(at: mark)
      return
    }
    let offered = draft.policy.methods(of: .phone)
    let allowed = offered.isEmpty ? Authenticator.phone.methods : offered
    guard let methods = line.reader.methods(rest, of: .phone, allowed: allowed) else { return }
    account.phones.append(Account.Phone(number: number, methods: methods, nickname: nickname))
  }
}

/// Reads the key of time-based codes from the value of a setting.
struct CodeKeyLine {
  private let line: SettingLine

  init(_ line: SettingLine) {
    self.line = line
  }

  /// Returns the key.
  ///
  /// Reports a problem and returns `nil` if the key isn't valid.
  func key() -> Account.CodeKey? {
    guard let key = line.one({ $0.secret }) else { return nil }
    guard let bytes = Base32.decode(key.reveal()), bytes.count >= CodeKeyLine.minLength else {
      line.report(
        SettingProblem(
          .value, "expected a key in base32 of at least \(CodeKeyLine.minLength) bytes",
          at: line.valuePlace))
      return nil
    }
    return Account.CodeKey(secret: key)
  }

  /// The minimum length of a key in bytes, which is the length of the real engine's keys.
  private static let minLength = 10
}

/// Reads the security question of a user: `security-question "disliked_food" answer "…"`.
struct QuestionLine {
  private let line: SettingLine
  private let draft: OrgDraft

  init(_ line: SettingLine, of draft: OrgDraft) {
    self.line = line
    self.draft = draft
  }

  func read(into account: inout Account) {
    draft.needs(.securityQuestion, line)
    let terms = line.terms()
    guard terms.count == 3, let question = terms[0].name, terms[1].word == "answer",
      let answer = terms[2].secret
    else {
      line.malformed(at: terms.first)
      return
    }
    guard answer.reveal().unicodeScalars.count >= Account.Question.minAnswerLength else {
      line.report(
        SettingProblem(
          .value, "an answer has at least \(Account.Question.minAnswerLength) characters",
          at: terms[2].place))
      return
    }
    if let known = SecurityQuestion.named(question) {
      account.question = Account.Question(key: known.key, text: known.text, answer: answer)
      return
    }
    // A question in the user's own words contains spaces. So a text without spaces is a misspelled
    // key.
    guard question.utf8.contains(UInt8(ascii: " ")) else {
      line.report(
        SettingProblem(
          .value, "there is no security question `\(question)`", at: terms[0].place,
          help: "use a known key, or write a question in words", word: question,
          candidates: SecurityQuestion.all.map(\.key)))
      return
    }
    account.question = Account.Question(
      key: SecurityQuestion.custom, text: question, answer: answer)
  }
}
