import FlowText
import FlowHTTP

/// The forms for profiles and new passwords.
struct AccountForms: PagePart {
  let page: Page

  // MARK: Profiles

  var enrollProfile: JSON {
    let registration = policy.registration ?? Registration()
    let fields = registration.fields.map { profileField($0) }
    var groups = [Ion.group("userProfile", isObject: false, isRequired: false, fields)]
    if registration.asksForPassword {
      let field = Ion.field(
        "passcode", label: "Enter Password", isRequired: true, isSecret: true,
        messages: page.messages(at: "passcode"))
      guard case .object(var password) = remediationForms.credentials([field]) else { return .null }
      password["relatesTo"] = "$.currentAuthenticator"
      groups.append(.object(password))
    }
    return page.form("enroll-profile", .enrollNew, groups)
  }

  /// The forms that ask for the missing attributes of a profile.
  ///
  /// As in the real engine, each attribute is in its own group.
  var updateProfile: [JSON] {
    let missing = policy.registration?.missing(from: account) ?? []
    let update = page.form(
      "profile-update", .enrollNew,
      missing.map {
        Ion.group("userProfile", isObject: false, isRequired: false, [profileField($0)])
      })
    return missing.contains(where: \.isRequired) ? [update] : [update, page.form("skip", .skip)]
  }

  private func profileField(_ field: Registration.Field) -> JSON {
    Ion.field(
      .string(field.name), label: .string(field.label), isRequired: field.isRequired,
      limits: AccountForms.limits(of: field), messages: page.messages(at: field.name))
  }

  private static func limits(of field: Registration.Field) -> [JSONObject.Member] {
    guard field.name != "email" else { return [] }
    return [
      .init("minLength", .integer(field.limits.lowerBound)),
      .init("maxLength", .integer(field.limits.upperBound)),
    ]
  }

  // MARK: Passwords

  func newPassword(_ change: Transaction.PasswordChange) -> [JSON] {
    let passcode = remediationForms.passcode("New password", isSecret: true)
    switch change {
    case .recovery:
      let revoke: JSON = [
        "name": "revokeSessions", "type": "boolean",
        "label": "Sign me out of all other devices", "required": false,
      ]
      return [
        page.form(
          "reset-authenticator", .answer, relatesTo: RemediationForms.current,
          [remediationForms.credentials([passcode, revoke])])
      ]
    case .expiry:
      return [
        page.form(
          "reenroll-authenticator", .answer, relatesTo: RemediationForms.current,
          [remediationForms.credentials([passcode])])
      ]
    case .warning:
      return [
        page.form(
          "reenroll-authenticator-warning", .answer, relatesTo: RemediationForms.current,
          [remediationForms.credentials([passcode])]),
        page.form("skip", .skip),
      ]
    }
  }

  /// The password rules, and the days until the password expires if the page warns about that.
  var passwordSettings: JSON {
    let person = account ?? policy.registration?.newcomer ?? Account(.init(id: "", login: ""))
    let rules = policy.passwords(for: person, in: transaction.context).rules.json
    guard case .newPassword(.warning(let days)) = transaction.stage,
      case .object(var settings) = rules
    else { return rules }
    settings["daysToExpiry"] = .integer(days)
    return .object(settings)
  }

  // MARK: Postponable enrollments

  /// Adds the remaining grace period to an authenticator that the user may postpone.
  func withGrace(_ json: JSON, _ authenticator: Authenticator) -> JSON {
    guard transaction.enrollments.isGrace, let account, case .object(var members) = json,
      case .required(let grace?)? = policy.enrollment(for: account, in: transaction.context)?
        .need(of: authenticator)
    else { return json }
    switch grace {
    case .skips(let most):
      members["gracePeriod"] = [
        "type": "BY_SKIP_COUNT",
        "remainingSkips": .integer(most - (account.skips[authenticator] ?? 0)),
      ]
    case .until(let end):
      members["gracePeriod"] = [
        "type": "BY_DATE_TIME", "expiry": .string(CivilTime(end).iso8601),
      ]
    }
    return .object(members)
  }
}

extension PasswordRules {
  /// The rules as the `settings` of the password authenticator.
  var json: JSON {
    var complexity: JSONObject = [
      "minLength": .integer(minLength), "minLowerCase": .integer(minLower),
      "minUpperCase": .integer(minUpper), "minNumber": .integer(minNumber),
      "minSymbol": .integer(minSymbol), "excludeUsername": .bool(excludesUsername),
      "excludeAttributes": .array(excludedAttributes.map { .string($0.attribute) }),
    ]
    if let maxRepeats { complexity["maxConsecutiveRepeatingCharacters"] = .integer(maxRepeats) }
    return [
      "complexity": .object(complexity),
      "age": ["minAgeMinutes": .integer(minAgeMinutes), "historyCount": .integer(history)],
    ]
  }
}

extension Registration {
  /// The account of a user who is about to sign up.
  var newcomer: Account { Account(.init(id: "", login: "", groups: groups)) }

  /// Returns the fields of the form that the user's profile lacks.
  func missing(from account: Account?) -> [Field] {
    guard let account else { return [] }
    return fields.filter { !account.has($0) }
  }
}
