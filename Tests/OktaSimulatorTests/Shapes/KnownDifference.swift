/// The known differences of the org's pages from captured ones, with reasons.
enum KnownDifference {
  static let all: [String: String] = [
    "currentAuthenticatorEnrollment(okta_password).recover is in every captured page":
      "all captured orgs let users recover their password; an org that doesn't offers no recovery",
    "currentAuthenticatorEnrollment(phone_number).resend is in every captured page":
      "before a method is chosen, nothing was sent that could be sent again",
    "authenticatorEnrollments(phone_number).nickname is in no captured page":
      "captured only at the current phone; in a choice among several it distinguishes them",
    "enroll-profile/userProfile/nickName.minLength is in no captured page":
      "captured only at default attributes; a custom attribute has the same limits",
    "enroll-profile/userProfile/nickName.maxLength is in no captured page":
      "captured only at default attributes; a custom attribute has the same limits",
    "enroll-profile/userProfile/employeeNumber.minLength is in no captured page":
      "captured only at default attributes; a custom attribute has the same limits",
    "enroll-profile/userProfile/employeeNumber.maxLength is in no captured page":
      "captured only at default attributes; a custom attribute has the same limits",
    "user/profile.nickName is in no captured page":
      "the captured users have only default attributes",
    "user/profile.employeeNumber is in no captured page":
      "the captured users have only default attributes",
    "authenticators(security_question).gracePeriod is in no captured page":
      "captured at other authenticators that can be put off",
    "enrollmentAuthenticator(okta_password)/settings/complexity"
      + ".maxConsecutiveRepeatingCharacters is in no captured page":
      "captured only at the current password, whose rules are the same",
    "identify/identifier.value is in no captured page":
      "no captured sign-in began with a `login_hint`",
    "challenge-authenticator(rsa_token).produces is in no captured page":
      "captured forms differ in whether they include defaults",
    "challenge-authenticator(onprem_mfa).produces is in no captured page":
      "captured forms differ in whether they include defaults",
    "enroll-authenticator(onprem_mfa).produces is in no captured page":
      "captured forms differ in whether they include defaults",
    "enroll-authenticator(onprem_mfa)/credentials.type is in no captured page":
      "captured groups differ in whether they include defaults",
    "enroll-authenticator(onprem_mfa)/credentials.required is in no captured page":
      "captured groups differ in whether they include defaults",
  ]
}
