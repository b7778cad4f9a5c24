import FlowDiagnostics

/// A name that an org must contain because a flow refers to it, such as a user or a zone.
struct Need {
  var use: OrgTable.Use
  /// The folded id of the field, parameter or fact that has the name as its value.
  var name: WordID
  /// The id of the name, in the form that its list uses.
  var value: WordID
  var place: Place
  /// Whether the name is the only value.
  ///
  /// If the value is a row, each flow that the row makes needs only one of the names.
  var isAlone = true
  /// Whether the name certainly must exist.
  ///
  /// If not, it is reported only if it is similar to a name in the org.
  var isSure = true
}

/// The requirements of the current flow for its org.
struct FlowNeeds {
  /// The orgs that the flow can run against; empty if they aren't known.
  var candidates: [OrgTable] = []
  /// The folded ids of the authenticators that the first org in `candidates` doesn't have.
  var lackingSubjects = WordSet()
  /// Whether the flow mentions an authenticator in `lackingSubjects`.
  var mentionsLacking = false
  /// The names that the flow's `meanwhile` events require.
  var events: [Need] = []
}
