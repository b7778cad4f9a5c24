import FlowHTTP

/// A message on a page: its class, its text and the engine's i18n key.
struct IonMessage: Sendable, Hashable {
  var severity: String
  var text: String
  var key: String?
  var parameters: [JSON]?

  static func error(_ text: String, _ key: String?, _ parameters: [JSON]? = nil) -> IonMessage {
    IonMessage(severity: "ERROR", text: text, key: key, parameters: parameters)
  }

  static func info(_ text: String, _ key: String, _ parameters: [JSON]? = nil) -> IonMessage {
    IonMessage(severity: "INFO", text: text, key: key, parameters: parameters)
  }

  /// The message as JSON.
  var json: JSON {
    var members = [JSONObject.Member("message", .string(text))]
    if let key {
      var i18n: JSONObject = ["key": .string(key)]
      if let parameters { i18n["params"] = .array(parameters) }
      members.append(JSONObject.Member("i18n", .object(i18n)))
    }
    members.append(JSONObject.Member("class", .string(severity)))
    return .object(JSONObject(members: members))
  }

  /// Returns a collection of messages.
  static func collection(_ messages: [IonMessage]) -> JSON {
    Ion.array(messages.map(\.json))
  }
}

// The texts of the real engine, in English.
extension IonMessage {
  static let authenticationFailed = error("Authentication failed", "errors.E0000004")
  static let accountLocked = error(
    "Your account is locked. Please contact your administrator.", "errors.E0000119")
  static let passwordCommon = error(
    "This password was found in a list of commonly used passwords. Please try another password.",
    "password.common", [""])
  static let incorrectPassword = error("Password is incorrect", "incorrectPassword")
  static let suspendedFactor = error(
    "This factor is suspended for your account due to too many failed attempts",
    "authfactor.challenge.suspended_factor")
  static let invalidCode = error(
    "Invalid code. Try again.", "api.authn.error.PASSCODE_INVALID", [])
  static let usedCode = error(
    "Each code can only be used once. Please wait for a new code and try again.",
    "authfactor.challenge.soft_token.used_passcode")
  static let pushRejected = error(
    "You have chosen to reject this login.", "api.authn.poll.error.push_rejected", [])
  static let pushTimedOut = error(
    "Verification timed out", "core.system.transaction_resource_not_found", [])
  static let invalidSMSPhone = error(
    "Invalid Phone Number.", "api.factors.error.sms.invalid_phone", [])
  static let wrongAnswer = error(
    "Your answer doesn't match our records. Please try again.",
    "authfactor.challenge.question_factor.answer_invalid")
  static let answerTooShort = error(
    "The security question answer must be at least 4 characters in length",
    "securityQuestion.answer.tooShort.arg", [4])
  static let tooManyRequests = error("Too many requests", "tooManyRequests")
  static let invalidPhone = error(
    "Unable to initiate factor enrollment: Invalid Phone Number.", nil)
  static let sessionExpired = error("The session has expired.", "idx.session.expired")
  static let accessDenied = error(
    "You do not have permission to perform the requested action.", "security.access_denied")
  static let notWellFormed = error(
    "The request body was not well-formed.", "errors.E0000003")
  static let resetNotAllowed = error(
    "Reset password is not allowed at this time. Please contact support for assistance.",
    "oie.selfservice.reset.password.not.allowed")
  static let unlockNotAllowed = error(
    "Self Service Unlock is not allowed at this time. Please contact support for assistance.",
    "oie.selfservice.user.unlock.not.allowed")
  static let notAssigned = error("User is not assigned to this application", nil)
  static let unlockFailed = error(
    "We are unable to unlock your account at this time, please contact your administrator",
    "oie.selfservice.unlock_user.failed.message")
  static let unlockedAndGoingOn = info(
    "Account successfully unlocked! Verify your account with a security method to continue.",
    "oie.selfservice.unlock_user.landing.to.app.success.message", [])
  static let linkExpired = info(
    "This email link has expired. To resend it, return to the screen where you requested it.",
    "idx.return.link.expired")
  static let enterCodeElsewhere = info(
    "Enter the OTP in your original browser or device.", "idx.enter.otp.in.original.tab")
  static let returnToTab = info(
    "Please return to the original tab.", "idx.return.to.original.tab")
  static let continuedElsewhere = info(
    "Flow continued in a new tab.", "idx.transferred.to.new.tab")
  static let cancelledByUser = error(
    "Operation cancelled by user.", "idx.operation.cancelled.by.user")
  static let cancelledElsewhere = error(
    "Operation cancelled on other device.", "idx.operation.cancelled.on.other.device")
  static let consentDenied = error(
    "The resource owner or authorization server denied the request.", "access_denied")
  static let unlocked = info(
    "Your account is now unlocked!", "oie.selfservice.unlock_user.success.message", [])

  static func required(_ field: String) -> IonMessage {
    error("'\(field)' is required.", "api.error.field_required", [.string(field)])
  }

  static func invalid(_ field: String) -> IonMessage {
    error("Api validation failed: \(field)", "errors.E0000001", [.string(field)])
  }

  static func unknownUser(_ identifier: String) -> IonMessage {
    info("There is no account with the Username \(identifier).", "idx.unknown.user", [])
  }

  static func passwordExpiring(_ org: String) -> IonMessage {
    info(
      "When your password expires, you will have to change your password before you can login to "
        + "your \(org) account.", "idx.password.expiring.message", [.string(org)])
  }

  static func unsatisfiable(_ app: String) -> IonMessage {
    error(
      "Unable to login to \"\(app)\" at this time. For assistance, please contact your "
        + "administrator.", "oie.assurance.unsatisfiable", [.string(app)])
  }

  static func passwordRefused(_ rules: PasswordRules) -> IonMessage {
    error(
      "Password requirements were not met. \(rules.text)", "password.passwordRequirementsNotMet",
      [.string(rules.text)])
  }

  static func doesNotMatchPattern(_ label: String) -> IonMessage {
    error(
      "Provided value for property '\(label)' does not match required pattern",
      "registration.error.doesNotMatchPattern", [.string(label)])
  }

  static func notAnAddress(_ label: String) -> [IonMessage] {
    [
      error(
        "'\(label)' must be in the form of an email address",
        "registration.error.invalidLoginEmail", [.string(label)]),
      doesNotMatchPattern(label),
    ]
  }

  static func notUnique(_ label: String) -> IonMessage {
    error(
      "A user with this \(label) already exists", "registration.error.notUniqueWithinOrg",
      [.string(label)])
  }
}
