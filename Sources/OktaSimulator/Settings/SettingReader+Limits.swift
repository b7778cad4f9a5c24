import FlowEngine

/// What the schemas of several engines hold their values to.
extension SettingReader {
  /// The only name of a setting, not longer than so many bytes.
  mutating func name(_ setting: Setting, _ form: SettingForm, limit: Int) -> String? {
    guard let name = one(setting, form, \.name) else { return nil }
    return fits(name, limit, "a name", at: setting.valuePlace) ? name : nil
  }

  /// Whether a text has no more than so many bytes, reported where it has.
  mutating func fits(_ text: String, _ limit: Int, _ what: String, at place: SettingPlace) -> Bool {
    guard text.utf8.count > limit else { return true }
    tooLong(what, limit, at: place)
    return false
  }

  /// Reports a text of too many bytes.
  mutating func tooLong(_ what: String, _ limit: Int, at place: SettingPlace) {
    report(SettingProblem(.value, "\(what) has at most \(limit) bytes", at: place))
  }

  /// Reports that there is more of something than there can be.
  mutating func tooMany(_ what: String, _ limit: Int, at place: SettingPlace) {
    report(SettingProblem(.value, "there are at most \(limit) \(what)", at: place))
  }

  /// `on` or `off`.
  mutating func flag(_ setting: Setting) -> Bool? {
    choice(setting, ["on", "off"]).map { $0 == "on" }
  }
}
