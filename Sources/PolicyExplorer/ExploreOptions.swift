package import FlowHost
import FlowText
import FlowScript
package import FlowTerminal
import OktaSimulator
import FlowSyntax

/// The options of `flow explore`, validated.
package struct ExploreOptions {
  /// The org.
  package var org: OrgChoice
  /// The limits of the walks.
  package var walks = WalkOptions()
  /// Whether every outcome is listed.
  package var isWhole = false
  /// The folder that flows are written to; `nil` if none are written.
  package var folder: String?
  /// Files and folders of flows whose coverage the written flows complete.
  package var given: [String] = []
  /// The logins of the users to explore; empty for all users.
  package var logins: [String] = []

  /// Explores an org.
  package init(org: OrgChoice) {
    self.org = org
  }

  /// Returns the users to explore, as the org writes their logins; empty for all users.
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
