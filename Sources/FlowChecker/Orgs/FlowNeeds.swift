import FlowDiagnostics

/// A word that an org must have.
struct Need {
  var use: OrgTable.Use
  /// The folded number of the field, the parameter or the fact.
  var name: WordID
  /// The number of the word, as its use has it.
  var value: WordID
  var place: Place
  /// Whether it stands alone; of a row's values, each is the need of another flow.
  var isAlone = true
  /// Whether it must be so: where it need not, what an org lacks is a slip only where it is called
  /// nearly like what the org has.
  var isSure = true
}

/// What the current flow needs of its org.
struct FlowNeeds {
  /// The orgs that the flow can run against; empty if they aren't known.
  var candidates: [OrgTable] = []
  /// The authenticators that the first of them lacks, by their folded numbers.
  var lackingSubjects = WordSet()
  /// Whether the flow mentions one of those.
  var mentionsLacking = false
  /// What the flow lets happen outside, and the org must have.
  var events: [Need] = []
}
