import OktaSimulator

/// One circumstance of a matrix, whoever the user is and whenever they come.
struct MatrixPoint: Hashable {
  /// The circumstances as the org has them; of two orgs, as the new one has them.
  var start: WalkStart
  /// The same as the old org has them; `nil` if there is only one org.
  var before: WalkStart?

  init(_ start: WalkStart, before: WalkStart? = nil) {
    self.start = start.circumstances
    self.before = before?.circumstances
  }

  /// How users come.
  var group: MatrixGroup { MatrixGroup(entry: start.entry, isRemembered: start.isRemembered) }
}

/// How users come to the first page.
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
