import FlowDiagnostics

/// A word that an org must have.
struct Need {
  var use: OrgTable.Use
  /// The folded number of the field, the parameter or the fact.
  var name: WordID
  /// The number of the word, in the form of its list.
  var value: WordID
  var place: Place
  /// Whether it is the only value.
  ///
  /// Each value of a row is required by a different flow.
  var isAlone = true
  /// Whether it must be true.
  ///
  /// Otherwise a missing word is reported only if it is similar to a word of the org.
  var isSure = true
}

/// The requirements of the current flow for its org.
struct FlowNeeds {
  /// The orgs that the flow can run against; empty if they aren't known.
  var candidates: [OrgTable] = []
  /// The authenticators that the first org doesn't have, by their folded numbers.
  var lackingSubjects = WordSet()
  /// Whether the flow mentions one of them.
  var mentionsLacking = false
  /// The requirements of the flow's outside events.
  var events: [Need] = []
}
