/// Which users of a tenant are read.
package struct PullChoice: Sendable, Hashable {
  /// The logins or ids of users.
  package var users: [String] = []
  /// The names or ids of groups, whose members are read.
  package var groups: [String] = []
  /// How many members of each group that a rule names are read, and how many other users.
  package var sample = PullChoice.usualSample

  /// Users in the same groups are equal for most rules, so few of them are enough.
  package static let usualSample = 2

  package init() {}
}
