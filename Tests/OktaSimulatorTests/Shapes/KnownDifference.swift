/// The known differences of the org's pages from captured ones, with reasons.
enum KnownDifference {
  static let all: [String: String] = [
    "currentAuthenticatorEnrollment(okta_password).recover is in every captured page":
      "the captured orgs all let people recover their password; one that doesn't offers no way",
    "currentAuthenticatorEnrollment(phone_number).resend is in every captured page":
      "before a method is chosen nothing was sent that could be sent again",
    "authenticatorEnrollments(phone_number).nickname is in no captured page":
      "captured at the current phone alone; where one of several is chosen it is what tells them apart",
    "enroll-profile/userProfile/nickName.minLength is in no captured page":
      "captured at the usual attributes alone, whose limits one of the org's own has too",
    "enroll-profile/userProfile/nickName.maxLength is in no captured page":
      "captured at the usual attributes alone, whose limits one of the org's own has too",
    "enroll-profile/userProfile/employeeNumber.minLength is in no captured page":
      "captured at the usual attributes alone, whose limits one of the org's own has too",
    "enroll-profile/userProfile/employeeNumber.maxLength is in no captured page":
      "captured at the usual attributes alone, whose limits one of the org's own has too",
    "user/profile.nickName is in no captured page":
      "the captured people have the usual attributes alone",
    "user/profile.employeeNumber is in no captured page":
      "the captured people have the usual attributes alone",
    "authenticators(security_question).gracePeriod is in no captured page":
      "captured at other authenticators that may be put off",
    "enrollmentAuthenticator(okta_password)/settings/complexity"
      + ".maxConsecutiveRepeatingCharacters is in no captured page":
      "captured at the current password alone, whose rules are the same",
    "identify/identifier.value is in no captured page":
      "no captured sign-in began with a `login_hint`",
    "challenge-authenticator(rsa_token).produces is in no captured page":
      "captured forms differ in whether they say what is usual",
    "challenge-authenticator(onprem_mfa).produces is in no captured page":
      "captured forms differ in whether they say what is usual",
    "enroll-authenticator(onprem_mfa).produces is in no captured page":
      "captured forms differ in whether they say what is usual",
    "enroll-authenticator(onprem_mfa)/credentials.type is in no captured page":
      "captured groups differ in whether they say what is usual",
    "enroll-authenticator(onprem_mfa)/credentials.required is in no captured page":
      "captured groups differ in whether they say what is usual",
  ]
}
