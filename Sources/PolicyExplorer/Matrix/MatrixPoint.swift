import OktaSimulator

/// The circumstances of a cell, without the user and the time.
struct MatrixPoint: Hashable {
  /// The circumstances in the org.
  ///
  /// If two orgs are compared, these are the circumstances in the new org.
  var start: WalkStart
  /// The circumstances in the old org; `nil` if no orgs are compared.
  var before: WalkStart?

  init(_ start: WalkStart, before: WalkStart? = nil) {
    self.start = start.circumstances
    self.before = before?.circumstances
  }

  /// The group of the cell's column.
  var group: MatrixGroup {
    MatrixGroup(
      entry: start.entry, isRemembered: start.isRemembered, isGivenCode: start.isGivenCode)
  }
}

/// A group of columns: how users get to the first page, whether the device is remembered, and
/// whether they were given a temporary access code.
struct MatrixGroup: Hashable {
  var entry: WalkStart.Entry
  var isRemembered: Bool
  var isGivenCode: Bool

  /// The name of the group.
  var text: String {
    let entry =
      switch entry {
      case .identifier: "Sign-in"
      case .session: "Open session"
      case .activation: "Welcome link"
      case .recoveryLink: "Recovery link"
      }
    return entry + (isRemembered ? ", remembered device" : "")
      + (isGivenCode ? ", temporary access code" : "")
  }

  /// All groups, in the order of the columns.
  static let all = WalkStart.Entry.allCases.flatMap { entry in
    [false, true].flatMap { isRemembered in
      [false, true].map {
        MatrixGroup(entry: entry, isRemembered: isRemembered, isGivenCode: $0)
      }
    }
  }
}
