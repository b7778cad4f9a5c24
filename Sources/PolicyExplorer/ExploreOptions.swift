package import FlowHost
import FlowText
import FlowScript
package import FlowTerminal
import OktaSimulator
import FlowSyntax

/// The validated options of `flow explore`.
package struct ExploreOptions {
  /// The org to explore.
  package var org: OrgChoice
  /// The limits of the explorations.
  package var walks = WalkOptions()
  /// Whether to list every outcome, not only the minimal routes.
  package var isWhole = false
  /// The folder that flows are written to; `nil` if none are written.
  package var folder: String?
  /// The files and folders of existing flows.
  ///
  /// The written flows cover what the existing flows don't.
  package var given: [String] = []
  /// The logins of the users to explore; empty for all users.
  package var logins: [String] = []

  /// Creates options for exploring an org.
  package init(org: OrgChoice) {
    self.org = org
  }

  /// Returns the logins of the users to explore, spelled as in the org; empty for all users.
  ///
  /// - Throws: `UsageFault` if the org doesn't have one of the users.
  package func users(of found: OrgSource.Found) throws(UsageFault) -> Set<String> {
    let all = found.org.userLogins
    var users: Set<String> = []
    for login in logins {
      guard let user = all.first(where: { $0.lowercased() == login.lowercased() }) else {
        let nearest = Suggestion.nearest(login, among: all).first
        throw UsageFault(
          message: "the org `\(found.org.name)` has no user `\(login)`",
          help: nearest.map { "did you mean `\($0)`?" }, status: .usage)
      }
      users.insert(user)
    }
    return users
  }
}
