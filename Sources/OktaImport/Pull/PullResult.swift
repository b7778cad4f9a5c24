/// What a pull has read, and what it couldn't read.
package struct PullResult: Sendable, Hashable {
  /// The lists that the tenant doesn't answer, each with the reason.
  package var missing: [String] = []
  /// How the sample of users was chosen; `nil` if there is none.
  package var sample: Sample?

  /// How a sample of users was chosen.
  package struct Sample: Sendable, Hashable {
    /// The number of users in the sample.
    package var users = 0
    /// The number of classes of users that were seen, and of those without a user in the sample.
    package var classes = 0
    package var leftOut = 0
    /// The number of groups that distinguish users.
    package var groups = 0
    /// The names of the attributes that distinguish users, sorted.
    package var attributes: [String] = []
    /// Whether the sample has every user who can sign in.
    package var hasAll = false
  }
}
