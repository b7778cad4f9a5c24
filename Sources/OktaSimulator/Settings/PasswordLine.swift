import FlowText
import SimulatorKit

/// Reads a user's password: `password "…"`, optionally with `expired`, `expires in 3 days`, `set 80
/// days ago` or `set "2026-09-01"`.
struct PasswordLine {
  private let line: SettingLine

  init(_ line: SettingLine) {
    self.line = line
  }

  func read(into account: inout Account) {
    let terms = line.terms()
    guard let first = terms.first, let password = first.secret else {
      line.malformed(at: terms.first)
      return
    }
    account.password = password
    let rest = terms.dropFirst()
    let words = rest.map(\.word)
    switch words.count {
    case 0: return
    case 1 where words[0] == "expired":
      account.status = .passwordExpired
      return
    case 4 where words[0] == "expires" && words[1] == "in" && ["day", "days"].contains(words[3]):
      if let days = terms[3].whole(in: 1...999) {
        account.passwordDays = days
        return
      }
    case 2 where words[0] == "set":
      if let moment = terms[2].text.flatMap(WrittenTime.moment) {
        account.passwordSet = .at(moment)
        return
      }
    case 3... where words[0] == "set" && words[words.count - 1] == "ago":
      if let age = SettingTime.span(rest.dropFirst().dropLast()) {
        account.passwordSet = .before(age)
        return
      }
    default: break
    }
    line.malformed(at: terms[1])
  }
}
