import FlowEngine
import FlowHTTP
import SimulatorKit

/// An app of an org, with the org as the app's users see it.
///
/// The users, their sessions and the rest of the state are the same in all apps.
package struct SignInApp: Sendable {
  /// The name in the settings.
  package let name: String
  /// The org with the policies for this app.
  package let org: Org
}

/// The apps of an org that have the same policies and the same users.
package struct AppClass: Sendable {
  /// The names of the apps, in the order of the settings; empty if the org has a single app.
  package let names: [String]
  /// The org as the users of the first app see it.
  package let org: Org
}

extension Org {
  /// Returns the apps of the org, grouped by their policies.
  ///
  /// - Parameter merges: Whether apps with the same policies are in one class.
  /// - Returns: The classes, in the order of the settings; one without a name for a single app.
  package func appClasses(merges: Bool = true) -> [AppClass] {
    guard !apps.isEmpty else { return [AppClass(names: appName.map { [$0] } ?? [], org: self)] }
    var classes: [(names: [String], org: Org)] = []
    var places: [OrgPolicy: Int] = [:]
    for app in apps {
      // The client differs between apps that are otherwise equal.
      var policy = app.org.policy
      policy.app = App()
      policy.settings.removeAll {
        $0.name == AppSettings.appWord || $0.name == AppSettings.policyWord
          || $0.name == AppSettings.userWord
      }
      if merges, let place = places[policy] {
        classes[place].names.append(app.name)
      } else {
        places[policy] = classes.count
        classes.append(([app.name], app.org))
      }
    }
    return classes.map { AppClass(names: $0.names, org: $0.org) }
  }

  /// The name of the org's single app; `nil` if it has no name, or if there are several apps.
  package var singleAppName: String? {
    apps.isEmpty && policy.app.label != App().label ? policy.app.label : nil
  }

  /// Whether another org has the same policies for its users.
  package func hasSamePolicies(as other: Org) -> Bool {
    var (own, others) = (policy, other.policy)
    (own.settings, others.settings) = ([], [])
    return own == others
  }

  /// Returns the org as the users of an app see it; `nil` if the org has no such app.
  package func app(named name: String) -> Org? {
    if apps.isEmpty { return name == policy.app.label ? self : nil }
    return apps.first { $0.name == name }?.org
  }

  /// The orgs as the users of each app see them: the org itself if it has a single app.
  package var eachApp: [Org] { apps.isEmpty ? [self] : apps.map(\.org) }

  /// Returns the org as the users of a client see it.
  ///
  /// For an unknown client it is the org of the first app, which refuses the client.
  func app(ofClient id: String) -> Org {
    (apps.first { $0.org.policy.app.clientID == id } ?? apps.first)?.org ?? self
  }
}

/// Finds the app that a request is for.
struct RequestedApp {
  let org: Org
  let state: OrgState

  /// Returns the org as the users of the request's app see it.
  func org(for request: HTTPRequest) -> Org {
    let path = request.url.path
    if path.hasPrefix(IDXEndpoint.root) {
      return org(ofSignIn: RequestReader.transactionNumber(in: request.body))
    }
    if path == Site.linkPath {
      let pairs = FormEncoding.decode(Array((request.url.query ?? "").utf8)) ?? []
      let token = pairs.first { $0.name == "token" }
      return org(ofSignIn: token.flatMap { Handle.number(in: $0.value) })
    }
    guard let form = try? OAuthForm(request) else { return first }
    if path == LoginPage.path {
      return org(ofSignIn: value("request", form).flatMap { Handle.number(in: $0) })
    }
    if let address = value("request_uri", form) {
      return org(ofSignIn: Handle.number(in: address, behind: Site.requestPrefix))
    }
    if let id = try? form.clientID() { return org.app(ofClient: id) }
    let hint = try? form.value("id_token_hint", lengthMax: OrgLimits.tokenLength)
    guard let hint, let claims = org.signingKey.idTokenClaims(of: hint) else { return first }
    return claims["aud"]?.string.map(org.app(ofClient:)) ?? first
  }

  /// The org of the first app, for requests that are the same in all apps.
  private var first: Org { org.apps.first?.org ?? org }

  /// Returns the org as the users of a sign-in's app see it.
  private func org(ofSignIn number: Int?) -> Org {
    guard let transaction = number.flatMap({ state.transactions[$0] }) else { return first }
    return org.app(ofClient: transaction.interaction.clientID)
  }

  private func value(_ name: String, _ form: OAuthForm) -> String? {
    (try? form.value(name)).flatMap { $0 }
  }
}
