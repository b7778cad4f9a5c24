import OktaSimulator

/// One circumstance of a matrix, for any user at any time.
struct MatrixPoint: Hashable {
  /// The circumstances in the org; of two orgs, in the new one.
  var start: WalkStart
  /// The circumstances in the old org; `nil` if there is only one org.
  var before: WalkStart?

  init(_ start: WalkStart, before: WalkStart? = nil) {
    self.start = start.circumstances
    self.before = before?.circumstances
  }

  /// The entry of the users.
  var group: MatrixGroup { MatrixGroup(entry: start.entry, isRemembered: start.isRemembered) }
}

/// The way in which users reach the first page.
struct MatrixGroup: Hashable {
  var entry: WalkStart.Entry
  var isRemembered: Bool

  /// The name of the group.
  var text: String {
    let entry =
      switch entry {
      case .identifier: "Sign-in"
      case .session: "Open session"
      case .activation: "Welcome link"
      case .recoveryLink: "Recovery link"
      }
    return isRemembered ? entry + ", remembered device" : entry
  }

  /// All groups, in the order in which they are shown.
  static let all = WalkStart.Entry.allCases.flatMap { entry in
    [false, true].map { MatrixGroup(entry: entry, isRemembered: $0) }
  }
}
