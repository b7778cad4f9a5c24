import FlowEngine
import FlowHTTP

/// A sign-in, sign-up, recovery or unlock, from `interact` to its end.
///
/// The members are behind one reference, because a request loads, changes, stores and displays the
/// transaction. Copying three dozen members each time would cost more.
@dynamicMemberLookup
struct Transaction: Sendable, Hashable {
  /// The purpose of the transaction.
  enum Purpose: Sendable, Hashable {
    case signIn
    case recover
    case unlock
  }

  /// The user of the transaction.
  enum Person: Sendable, Hashable {
    case nobody
    /// The index of a user in the settings.
    case known(Int)
    /// The number of a user who signed up.
    case registered(Int)
    /// A user who is just signing up.
    case draft
    /// A user with an unknown identifier, if the org hides that the identifier is unknown.
    case stranger
  }

  /// A code that was sent.
  struct Code: Sendable, Hashable {
    var digits: Secret
    var expires: Duration
    /// The link in the same mail; `nil` if the mail doesn't have one.
    var link: Link?
  }

  /// The link in a mail, and its state.
  struct Link: Sendable, Hashable {
    /// The token in the address of the link.
    var token: Secret
    /// The way in which the recipient opens the link; `nil` if they don't open it.
    var habit: Account.LinkHabit?
    /// The time since 1970 when the recipient opens the link.
    var opens: Duration?
    /// Whether the recipient consented to the sign-in; `nil` before an answer.
    var isAgreed: Bool?
  }

  /// A verification that waits for the user's answer.
  struct Challenge: Sendable, Hashable {
    var enrollment: Enrollment
    var method: Method
    /// The code that was sent; `nil` if none was sent.
    var code: Code?
    /// The random challenge that a passkey signs, in base64url.
    var nonce = ""
    /// Whether the passkey must verify its user.
    var mustVerifyUser = false
    /// The number of wrong answers so far.
    var failures = 0
  }

  /// An enrollment that waits for the user's answer.
  struct Enrolling: Sendable, Hashable {
    var authenticator: Authenticator
    var method: Method
    var number = ""
    var code: Code?
    /// The new key for time-based codes, in base32.
    var key: Secret?
    /// The random challenge for a new passkey, in base64url.
    var nonce = ""
    var failures = 0
  }

  /// The authenticators that the user can enroll now.
  struct EnrollmentOffer: Sendable, Hashable {
    var authenticators: [Authenticator]
    var canSkip: Bool
    /// Whether the authenticators are required but may be postponed.
    var isGrace = false
  }

  /// The offered factors, as pages contain them.
  ///
  /// The factors stay the same until the user has verified one of them.
  struct Factors: Sendable, Hashable {
    /// The `authenticators` member of the page.
    var authenticators: JSON
    /// The `authenticatorEnrollments` member of the page.
    var enrollments: JSON
    /// The field for choosing a factor.
    var choice: JSON
  }

  /// A form that is the same on every page, for one address of the org.
  struct KeptForm: Sendable, Hashable {
    var origin: String
    var json: JSON
  }

  /// The parts that recur on the transaction's pages.
  ///
  /// The factors recur until the user has verified one. The other parts recur until the transaction
  /// ends.
  struct Shown: Sendable, Hashable {
    var factors: Factors?
    /// The form for choosing a factor.
    var selection: KeptForm?
    /// The form that cancels the transaction.
    var cancel: KeptForm
  }

  /// The reason why a user sets a new password.
  enum PasswordChange: Sendable, Hashable {
    case recovery
    case expiry
    /// The password expires in this number of days, and the user may keep it until then.
    case warning(days: Int)
  }

  /// A redeemed code.
  struct Redeemed: Sendable, Hashable {
    var code: Secret
    /// The number of the first grant that the code was redeemed for.
    var family: Int
  }

  /// A question that a transaction asks only once.
  enum Question: Sendable, Hashable {
    case passwordWarning
    case grace
    case profile
    case keepMeSignedIn
    case consent
  }

  /// The stage of the transaction, which determines the page.
  enum Stage: Sendable, Hashable {
    case identify
    case identifyRecovery
    case enrollProfile
    /// A signed-in user completes the profile.
    case updateProfile
    case unlock
    case selectFactor
    indirect case chooseMethod(Enrollment)
    indirect case challenge(Challenge)
    /// The user chooses a method of Okta Verify, or whether to send a push.
    case chooseOktaVerify(Methods)
    indirect case push(Push)
    case selectEnrollment
    case choosePhone
    indirect case enroll(Enrolling)
    indirect case enrollApp(AppEnrolling)
    case newPassword(PasswordChange)
    /// The page only redirects to the identity providers with these indices.
    case redirect([Int])
    case keepMeSignedIn
    case consent
    /// The page on another device that opened the link with this token.
    case linkConsent(Secret)
    /// The user has signed on.
    ///
    /// The interaction code can be redeemed until it expires.
    case succeeded(code: Secret, expires: Duration)
    /// The transaction ended without tokens: the account was unlocked, or access was denied.
    case ended
  }

  /// The members of the transaction.
  struct Parts: Sendable, Hashable {
    /// The number of the transaction, which its handles contain.
    var number: Int
    var interactionHandle: String
    var stateHandle: String
    /// The `stateHandle` field that every form of the page contains.
    var stateField: JSON
    var interaction: Interaction
    var expires: Duration
    /// `expires` in the format of a page.
    var expiresText: String

    var purpose = Purpose.signIn
    var stage = Stage.identify
    var person = Person.nobody
    /// The identifier that the user entered; `nil` before that.
    var identifier: String?
    /// The account of a user who is signing up.
    var draft: Account?
    /// The methods that the user has verified.
    var verified: Methods = []
    /// The verifications with their traits and times, oldest first.
    ///
    /// They include the verifications from the browser's session.
    var proofs: [Proof] = []
    /// The methods that the user verified to recover a password or to unlock the account.
    var proved: Methods = []
    /// The kinds of factors that the user has verified, without verifications that are too old for
    /// the rule.
    var kinds = Kinds()
    /// The circumstances of the sign-in.
    var context = SignInContext()
    /// The rules that decide for the user; `nil` until they have been determined.
    var decision: Decision?
    /// The number of the browser session that the transaction continues; `nil` if there is none.
    var session: Int?
    /// Whether the transaction begins with the verifications of a session.
    var resumes = false
    /// Whether the browser's session doesn't count because the user started over.
    var ignoresSession = false
    /// Whether the user asked to remember the device.
    var remembersDevice = false
    /// The value of the device's cookie; `nil` if there is none.
    var deviceToken: Secret?
    /// Whether the user chose to stay signed in.
    var staysSignedIn = false
    /// The challenge for a passkey on the first page, in base64url; empty if the page accepts no
    /// passkey.
    var autofillNonce = ""
    /// The index of the identity provider that vouched for the user; `nil` if none did.
    var provider: Int?
    /// Whether an invited user is setting up the account.
    var isActivating = false
    /// Whether the user has signed up in this transaction.
    var hasSignedUp = false
    /// The questions that the user answered or skipped.
    ///
    /// These questions aren't asked again.
    var settled: Set<Question> = []
    /// The time of the last verification.
    var verifiedAt: Duration?
    /// The factors that the user can choose in the current step.
    var offers: [Offer] = [] {
      didSet {
        guard !shown.isEmpty, shown[0].factors != nil else { return }
        (shown[0].factors, shown[0].selection) = (nil, nil)
      }
    }
    /// The parts that recur on the transaction's pages: an array with one element, or empty if no
    /// page was made.
    var shown: [Shown] = []
    /// The code that was redeemed; `nil` if no code was redeemed.
    var redeemed: Redeemed?
    /// The authenticators that the user can enroll in the current step.
    var enrollments = EnrollmentOffer(authenticators: [], canSkip: false)

    /// Returns to the first page.
    ///
    /// The handles and the lifetime don't change.
    mutating func restart() {
      purpose = .signIn
      stage = .identify
      person = .nobody
      identifier = nil
      draft = nil
      verified = []
      proofs = []
      proved = []
      kinds = []
      decision = nil
      session = nil
      resumes = false
      remembersDevice = false
      staysSignedIn = false
      provider = nil
      isActivating = false
      hasSignedUp = false
      settled = []
      verifiedAt = nil
      offers = []
      enrollments = EnrollmentOffer(authenticators: [], canSkip: false)
    }
  }

  /// The members, in an array with one element.
  ///
  /// An array is a reference that is copied only when it changes.
  private var parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[0][keyPath: path] }
    set { parts[0][keyPath: path] = newValue }
  }

  /// Whether the user has a choice between several factors, or between several methods of Okta
  /// Verify.
  var offersChoice: Bool {
    self.offers.count > 1
      || self.offers.contains { $0.enrollment == .oktaVerify && $0.methods.list.count > 1 }
  }

  /// Whether the page shows the choice of factors in addition to the current verification.
  ///
  /// Recorded responses show the choice in a sign-in even if there are no alternatives, except for
  /// a password. In a recovery, they don't show it after the user has chosen.
  var showsChoice: Bool {
    switch self.stage {
    case .chooseMethod, .chooseOktaVerify: true
    case .challenge(let challenge):
      offersChoice || challenge.enrollment != .password && self.purpose == .signIn
    case .push: offersChoice || self.purpose == .signIn
    default: false
    }
  }

  /// The index of the sign-on rule that decides; `nil` if no rule fits.
  var rule: Int? { self.decision?.rule }
  /// The index of the rule in the global session policy that decides; `nil` if no rule fits.
  var sessionRule: Int? { self.decision?.sessionRule }

  /// The offered factors as pages contain them; `nil` if they haven't been computed.
  var factors: Factors? { self.shown.first?.factors }

  /// Stores the forms that stay the same as long as the state handle and the factors do.
  ///
  /// - Parameters:
  ///   - factors: The offered factors, as pages contain them; `nil` if there are none.
  ///   - site: The addresses of the org.
  mutating func keepForms(_ factors: Factors? = nil, at site: Site) {
    let field = self.stateField
    // Keeps the same value if it is unchanged, so that clients can reuse it.
    let before = self.shown.first.map(\.cancel)
    let isAsBefore = before?.origin == site.origin
    let cancel = isAsBefore ? before : nil
    let selection = factors.map { factors in
      KeptForm(
        origin: site.origin,
        json: Ion.form(
          RemediationForms.selectFactorName, href: site.href(.challenge), [factors.choice, field]))
    }
    self.shown = [
      Shown(
        factors: factors, selection: selection,
        cancel: cancel
          ?? KeptForm(
            origin: site.origin, json: Ion.form("cancel", href: site.href(.cancel), [field])))
    ]
  }

  /// Sets a new state handle, and updates the forms that contain it.
  mutating func take(stateHandle handle: String, at site: Site) {
    let factors = factors
    parts[0].stateHandle = handle
    parts[0].stateField = Ion.stateHandle(handle)
    parts[0].shown = []
    keepForms(factors, at: site)
  }

  /// Returns to the first page.
  ///
  /// The handles and the lifetime don't change.
  mutating func restart() { parts[0].restart() }
}

/// The two authorization servers of an org.
enum AuthorizationServer: Sendable, Hashable {
  case custom
  case org
}
