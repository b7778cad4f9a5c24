import SimulatorKit

/// Reads how a user opens the links in mails: `email-link opens [after D] [on this device | on
/// another device [and refuses]]`.
struct LinkHabitLine {
  private let line: SettingLine

  init(_ line: SettingLine) {
    self.line = line
  }

  /// Returns the way in which a user opens the links in mails; `nil` if the line isn't valid.
  func habit() -> Account.LinkHabit? {
    var terms = line.terms()[...]
    func accept(_ words: String...) -> Bool {
      guard terms.count >= words.count, zip(terms, words).allSatisfy({ $0.word == $1 }) else {
        return false
      }
      terms = terms.dropFirst(words.count)
      return true
    }
    guard accept("opens") else {
      line.malformed(at: terms.first)
      return nil
    }
    var habit = Account.LinkHabit()
    if accept("after") {
      guard let delay = terms.first?.duration else {
        line.malformed(at: terms.first)
        return nil
      }
      habit.delay = delay
      terms = terms.dropFirst()
    }
    if accept("on", "another", "device") {
      habit.isHere = false
      if accept("and", "refuses") { habit.agrees = false }
    } else {
      _ = accept("on", "this", "device")
    }
    if let extra = terms.first { line.malformed(at: extra) }
    return habit
  }
}
