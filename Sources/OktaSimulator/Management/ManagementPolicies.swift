import FlowHTTP
import FlowText

/// The policies of an org and their apps, as bodies of the management API.
struct ManagementPolicies {
  /// A policy with its rules and the apps that it is mapped to.
  struct Policy {
    var id: String
    var body: JSON
    var rules: [JSON]
    var mappings: [JSON] = []
  }

  /// An app with who is assigned to it.
  struct App {
    var id: String
    var body: JSON
    var groups: [JSON]
    var users: [JSON]
  }

  /// The policies of each type, in order.
  private(set) var all: [(type: String, policies: [Policy])] = []
  private(set) var apps: [App] = []

  private let org: Org

  init(_ org: Org, _ writer: inout ManagementWriter) {
    self.org = org
    let shared = org.policy
    // If the users of two apps enroll different things, each app has rules of its own.
    let whole = org.eachApp
    let enrollsByApp = whole.contains { $0.policy.enrollments != shared.enrollments }
    // The conditions of two apps are equal only if their facts are.
    var access: [(rules: [SignOnRule], facts: [UnknownFact.Content], policy: Policy)] = []
    var registrations: [(registration: Registration?, policy: Policy)] = []
    var enrollments: [Policy] = []
    for app in whole {
      let policy = app.policy
      let name = app.appName ?? policy.app.label
      let appID = writer.id("0oa", "app", name)
      let rules = policy.rules.filter { !$0.isAssignment }
      let facts = policy.unknowns.map(\.content)
      var place = access.firstIndex { $0.rules == rules && $0.facts == facts }
      if place == nil {
        place = access.count
        access.append((rules, facts, accessPolicy(rules, of: policy, name, &writer)))
      }
      let own = access[place ?? 0].policy
      access[place ?? 0].policy.mappings.append(mapping(own, appID, writer))
      var signUp = registrations.firstIndex { $0.registration == policy.registration }
      if signUp == nil {
        signUp = registrations.count
        registrations.append(
          (policy.registration, registrationPolicy(policy.registration, name, &writer)))
      }
      apps.append(
        body(
          of: app, name, appID, own, registrations[signUp ?? 0].policy, &writer))
      if enrollsByApp {
        enrollments += enrollmentPolicies(policy, for: name, appID, &writer)
      }
    }
    if !enrollsByApp { enrollments = enrollmentPolicies(shared, for: nil, "", &writer) }
    all = [
      ("OKTA_SIGN_ON", sessionPolicies(shared, &writer)),
      ("ACCESS_POLICY", access.map(\.policy) + accountPolicies(shared, &writer)),
      ("MFA_ENROLL", enrollments),
      ("PASSWORD", passwordPolicies(shared, &writer)),
      ("PROFILE_ENROLLMENT", registrations.map(\.policy)),
      ("IDP_DISCOVERY", ManagementProviders(org: org).policies(self, &writer)),
    ]
  }

  private func mapping(_ policy: Policy, _ app: String, _ writer: ManagementWriter) -> JSON {
    [
      "id": .string(writer.id("rpm", "mapping", app)),
      "_links": [
        "application": writer.link("apps/\(app)"), "policy": writer.link("policies/\(policy.id)"),
      ],
    ]
  }

  // MARK: Bodies

  func policy(
    _ type: String, _ name: String, priority: Int, isLast: Bool, groups: [String]? = nil,
    resource: String = "APP", settings: JSON? = nil, rules: [JSON], _ writer: ManagementWriter
  ) -> Policy {
    let id = writer.id("rst", "policy \(type)", name)
    var body: JSONObject = [
      "id": .string(id), "status": "ACTIVE", "name": .string(name), "description": "",
      "priority": .integer(priority), "system": .bool(isLast), "type": .string(type),
    ]
    body["conditions"] =
      groups.map { ["people": ["groups": ["include": .array($0.map { .string($0) })]]] } ?? .null
    if let settings { body["settings"] = settings }
    if type == "ACCESS_POLICY" { body["_embedded"] = ["resourceType": .string(resource)] }
    body["_links"] = [
      "self": writer.link("policies/\(id)"), "rules": writer.link("policies/\(id)/rules"),
    ]
    let linked = rules.map { rule -> JSON in
      guard var object = rule.object, let own = rule["id"]?.string else { return rule }
      object["_links"] = ["self": writer.link("policies/\(id)/rules/\(own)")]
      return .object(object)
    }
    return Policy(id: id, body: .object(body), rules: linked)
  }

  func rule(
    _ type: String, _ name: String, of policy: String, priority: Int, _ conditions: JSONObject,
    _ actions: JSON, _ writer: ManagementWriter
  ) -> JSON {
    [
      "id": .string(writer.id("rul", "rule \(type) \(policy) \(priority)", name)),
      "status": "ACTIVE", "name": .string(name), "priority": .integer(priority),
      "system": false, "type": .string(type),
      "conditions": conditions.members.isEmpty ? .null : .object(conditions), "actions": actions,
    ]
  }

  // MARK: Apps

  private func body(
    of app: Org, _ name: String, _ id: String, _ access: Policy, _ registration: Policy,
    _ writer: inout ManagementWriter
  ) -> App {
    let own = app.policy.app
    var client: JSONObject = [:]
    if let clientID = own.clientID { client["client_id"] = .string(clientID) }
    if own.secret != nil { writer.lose("the client secret of the app `\(name)`") }
    let body: JSON = [
      "id": .string(id), "name": "oidc_client", "label": .string(name), "status": "ACTIVE",
      "signOnMode": "OPENID_CONNECT", "credentials": ["oauthClient": .object(client)],
      "settings": ["oauthClient": ["redirect_uris": .array(own.redirects.map { .string($0) })]],
      "_links": [
        "accessPolicy": writer.link("policies/\(access.id)"),
        "profileEnrollment": writer.link("policies/\(registration.id)"),
        "self": writer.link("apps/\(id)"),
      ],
    ]
    // The rule that denies the others names who is assigned.
    let assignment = app.policy.rules.first { $0.isAssignment }
    let link: JSON = ["app": writer.link("apps/\(id)")]
    guard let assignment else {
      let everyone: JSON = [
        "id": .string(writer.everyone), "priority": 0, "profile": [:], "_links": link,
      ]
      return App(id: id, body: body, groups: [everyone], users: [])
    }
    var (groups, users): ([JSON], [JSON]) = ([], [])
    for condition in assignment.conditions {
      switch condition.subject {
      case .groups(let names):
        groups += names.enumerated().map { index, name in
          [
            "id": .string(writer.id(ofGroup: name)), "priority": .integer(index), "profile": [:],
            "_links": link,
          ]
        }
      case .users(let logins):
        users += logins.compactMap { login in
          org.logins[login].map { index in
            [
              "id": .string(org.people[index].id), "scope": "USER", "status": "ACTIVE",
              "externalId": .null, "syncState": "DISABLED", "_links": link,
            ]
          }
        }
      default: break
      }
    }
    return App(id: id, body: body, groups: groups, users: users)
  }

  // MARK: Sign-on and sessions

  private func accessPolicy(
    _ rules: [SignOnRule], of policy: OrgPolicy, _ name: String, _ writer: inout ManagementWriter
  ) -> Policy {
    let title = "Policy of \(name)"
    var bodies: [JSON] = []
    for (index, rule) in rules.enumerated() {
      let conditions = ManagementConditions(
        rule.conditions, of: policy,
        kinds: [.groups, .users, .network, .device, .risk, .platform, .types, .expression], &writer)
      var action = action(rule, policy, &writer)
      if !rule.isDenied { action["keepMeSignedIn"] = stay(policy.keepMeSignedIn, &writer) }
      bodies.append(
        self.rule(
          "ACCESS_POLICY", rule.name ?? OrgPolicy.defaultRule, of: title, priority: index,
          conditions.members, ["appSignOn": .object(action)], writer))
    }
    if !hasCatchAll(rules) {
      let action = action(SignOnRule(requirement: .any(1)), policy, &writer)
      bodies.append(
        self.rule(
          "ACCESS_POLICY", "Catch-all Rule", of: title, priority: 99, [:],
          ["appSignOn": .object(action)], writer))
    }
    return self.policy(
      "ACCESS_POLICY", title, priority: 1, isLast: false, rules: bodies, writer)
  }

  /// Returns the action `appSignOn` of a rule.
  func action(
    _ rule: SignOnRule, _ policy: OrgPolicy, _ writer: inout ManagementWriter
  ) -> JSONObject {
    guard !rule.isDenied else { return ["access": "DENY"] }
    var action: JSONObject = ["access": "ALLOW"]
    if let method = ManagementRequirement(policy).method(of: rule) {
      action["verificationMethod"] = method
    } else {
      let words = rule.requirement.combinations.map { policy.words(of: $0) }
      writer.lose("the requirement `\(words.joined(separator: " or "))`")
    }
    return action
  }

  private func stay(_ setting: KeepMeSignedIn, _ writer: inout ManagementWriter) -> JSON {
    guard setting.isAsked else { return ["postAuth": "NOT_ALLOWED"] }
    if setting.lifetime != nil { writer.lose("keep-me-signed-in.lifetime") }
    let often = setting.every.map { "PT\($0.components.seconds)S" } ?? "PT0S"
    return ["postAuth": "ALLOWED", "postAuthPromptFrequency": .string(often)]
  }

  private func sessionPolicies(_ policy: OrgPolicy, _ writer: inout ManagementWriter) -> [Policy] {
    guard !policy.sessionRules.isEmpty else { return [] }
    var rules: [JSON] = []
    let title = "Session policy"
    let all = policy.sessionRules + (hasCatchAll(policy.sessionRules) ? [] : [SessionRule()])
    for (index, rule) in all.enumerated() {
      let conditions = ManagementConditions(
        rule.conditions, of: policy, kinds: [.groups, .users, .network, .risk, .behaviors],
        &writer)
      rules.append(
        self.rule(
          "SIGN_ON", rule.name ?? OrgPolicy.defaultRule, of: title, priority: index,
          conditions.members, ["signon": .object(action(rule, &writer))], writer))
    }
    return [
      self.policy("OKTA_SIGN_ON", title, priority: 1, isLast: true, rules: rules, writer)
    ]
  }

  private func action(_ rule: SessionRule, _ writer: inout ManagementWriter) -> JSONObject {
    guard !rule.isDenied else { return ["access": "DENY"] }
    var action: JSONObject = [
      "access": "ALLOW", "requireFactor": .bool(rule.prompt != .off),
      "primaryFactor": rule.needsPassword ? "PASSWORD_IDP" : "PASSWORD_IDP_ANY_FACTOR",
    ]
    switch rule.prompt {
    case .off: break
    case .always: action["factorPromptMode"] = "ALWAYS"
    case .perDevice: action["factorPromptMode"] = "DEVICE"
    case .perSession: action["factorPromptMode"] = "SESSION"
    case .every(let time):
      action["factorPromptMode"] = "SESSION"
      action["factorLifetime"] = .integer(writer.minutes(time, "mfa every"))
    }
    var session: JSONObject = ["usePersistentCookie": .bool(rule.isPersistent)]
    session["maxSessionIdleMinutes"] = .integer(writer.minutes(rule.idle, "idle"))
    session["maxSessionLifetimeMinutes"] = .integer(
      rule.lifetime.map { writer.minutes($0, "lifetime") } ?? 0)
    action["session"] = .object(session)
    return action
  }

  func hasCatchAll(_ rules: [some Conditional]) -> Bool {
    rules.contains { $0.conditions.isEmpty }
  }

  // MARK: Enrollment

  private func enrollmentPolicies(
    _ policy: OrgPolicy, for app: String?, _ appID: String, _ writer: inout ManagementWriter
  ) -> [Policy] {
    if !policy.enrollments.isEmpty, !hasCatchAll(policy.enrollments) {
      writer.lose("what users enroll that no `enrollment` is for")
    }
    let isNamed = policy.enrollments.allSatisfy { enrollment in
      policy.authenticators.map(\.authenticator).allSatisfy { authenticator in
        [.email, .password, .tac].contains(authenticator)
          || enrollment.need(of: authenticator) != nil
          || enrollment.disabled.contains(authenticator)
      }
    }
    if !isNamed { writer.lose("authenticators that can be used, and that users can't enroll") }
    return policy.enrollments.enumerated().map { index, enrollment in
      let conditions = ManagementConditions(
        enrollment.conditions, of: policy, kinds: [.policyGroups, .excludedUsers, .network], &writer
      )
      let name = [enrollment.name ?? OrgPolicy.defaultRule, app].compactMap(\.self)
        .joined(separator: " of ")
      var members = conditions.members
      if app != nil { members["app"] = ["include": [["type": "APP", "id": .string(appID)]]] }
      let isLast = enrollment.conditions.isEmpty && app == nil
      let groups = conditions.groups ?? [writer.everyone]
      return self.policy(
        "MFA_ENROLL", name, priority: index + 1, isLast: isLast, groups: groups,
        settings: [
          "type": "AUTHENTICATORS", "authenticators": .array(terms(enrollment, policy)),
        ],
        rules: [
          rule(
            "MFA_ENROLL", name, of: name, priority: 1, members,
            ["enroll": ["self": enrollment.asksAtSignIn ? "CHALLENGE" : "NEVER"]], writer)
        ], writer)
    }
  }

  private func terms(_ enrollment: EnrollmentPolicy, _ policy: OrgPolicy) -> [JSON] {
    policy.authenticators.compactMap { offered -> JSON? in
      let authenticator = offered.authenticator
      var enroll: JSONObject
      switch enrollment.need(of: authenticator) {
      case .required(let grace)?:
        enroll = ["self": "REQUIRED"]
        switch grace {
        case .skips(let count)?:
          enroll["gracePeriod"] = ["type": "BY_SKIP_COUNT", "skipCount": .integer(count)]
        case .until(let end)?:
          enroll["gracePeriod"] = [
            "type": "BY_DATE_TIME", "expiry": .string(CivilTime(end).iso8601),
          ]
        case nil: break
        }
      case .optional?: enroll = ["self": "OPTIONAL"]
      case nil where enrollment.disabled.contains(authenticator): enroll = ["self": "NOT_ALLOWED"]
      // A code that no rule forbids can be used.
      case nil where authenticator == .tac: enroll = ["self": "OPTIONAL"]
      case nil: return nil
      }
      return ["key": .string(authenticator.key), "enroll": .object(enroll)]
    }
  }

  // MARK: Registration

  private func registrationPolicy(
    _ registration: Registration?, _ app: String, _ writer: inout ManagementWriter
  ) -> Policy {
    var action: JSONObject = ["access": "ALLOW"]
    action["unknownUserAction"] = registration?.isOpen == true ? "REGISTER" : "DENY"
    let fields = registration?.fields ?? [Registration.Field(name: "email", isRequired: true)]
    if fields.contains(where: { $0.pattern != nil || $0.length != nil }) {
      writer.lose("the patterns and lengths of the profile")
    }
    action["profileAttributes"] = .array(
      fields.map { field in
        [
          "name": .string(field.name), "label": .string(field.label),
          "required": .bool(field.isRequired),
        ]
      })
    let groups = registration?.groups ?? []
    if groups.count > 1 { writer.lose("more than one group of users who sign up") }
    action["targetGroupIds"] =
      groups.isEmpty ? .null : .array(groups.map { .string(writer.id(ofGroup: $0)) })
    action["activationRequirements"] = [
      "emailVerification": .bool(registration?.verifiesEmail ?? false)
    ]
    action["progressiveProfilingAction"] =
      registration?.isProgressive == true ? "ENABLED" : "DISABLED"
    action["preRegistrationInlineHooks"] = .null
    action["enrollAuthenticatorTypes"] =
      registration?.asksForPassword == true ? ["password"] : []
    if registration?.linkHabit != nil { writer.lose("registration.email-link") }
    let title = "Sign-up of \(app)"
    return policy(
      "PROFILE_ENROLLMENT", title, priority: 1, isLast: false,
      rules: [
        rule(
          "PROFILE_ENROLLMENT", "Catch-all Rule", of: title, priority: 99, [:],
          ["profileEnrollment": .object(action)], writer)
      ], writer)
  }
}
