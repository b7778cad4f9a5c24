import SimulatorKit

/// A rule that routes users by what they enter: `routing ["name"] { when …; to idp "Partner" }`.
struct RoutingRule: Conditional, Sendable, Hashable {
  var name: String?
  var conditions: [Condition] = []
  /// The indices of the identity providers of which the user chooses one; empty for a sign-in at
  /// the org.
  var providers: [Int] = []
  /// Whether the rule stands for the `domains` of an identity provider.
  var isOfDomains = false
}

/// A pattern of logins, such as `*@partner.com`: a text with a `*` before it, after it, or both.
struct LoginPattern: Sendable, Hashable {
  /// The text in lower case, without a `*`.
  let text: String
  private let isOpenAtStart: Bool
  private let isOpenAtEnd: Bool

  /// Reads a pattern; `nil` if it has a `*` elsewhere, or nothing else.
  init?(_ pattern: String) {
    var rest = pattern.lowercased()[...]
    isOpenAtStart = rest.hasPrefix("*")
    if isOpenAtStart { rest = rest.dropFirst() }
    isOpenAtEnd = rest.hasSuffix("*")
    if isOpenAtEnd { rest = rest.dropLast() }
    guard !rest.isEmpty, !rest.contains("*") else { return nil }
    text = String(rest)
  }

  /// The pattern as the settings write it.
  var written: String { (isOpenAtStart ? "*" : "") + text + (isOpenAtEnd ? "*" : "") }

  /// The word of the management API for how the pattern is compared.
  var matchType: String {
    switch (isOpenAtStart, isOpenAtEnd) {
    case (false, false): "EQUALS"
    case (false, true): "STARTS_WITH"
    case (true, false): "SUFFIX"
    case (true, true): "CONTAINS"
    }
  }

  /// Whether a login fits the pattern, in any case of its letters.
  func fits(_ login: String) -> Bool {
    let login = login.lowercased()
    switch (isOpenAtStart, isOpenAtEnd) {
    case (false, false): return login == text
    case (false, true): return login.hasPrefix(text)
    case (true, false): return login.hasSuffix(text)
    case (true, true): return login.contains(text)
    }
  }
}

extension OrgPolicy {
  /// The conditions for the users that identity providers sign in.
  var providerConditions: [Condition] { providers.flatMap { $0.users.flatMap(\.self) } }

  /// Returns the indices of the identity providers that sign a user in.
  func vouchers(for account: Account, in context: SignInContext) -> [Int] {
    providers.indices.filter { providers[$0].signsIn(account, in: context) }
  }

  /// Returns the index of the routing rule that decides for a user; `nil` if no rule fits.
  func routing(
    for account: Account, in context: SignInContext, trace: inout OrgTrace?
  ) -> Int? {
    guard !routings.isEmpty else { return nil }
    return routings.deciding(for: account, in: context, as: .routing, trace: &trace)
  }
}
