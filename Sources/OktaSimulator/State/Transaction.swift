import FlowEngine
import FlowHTTP

/// One sign-in, sign-up, recovery or unlock, from `interact` to its end.
///
/// It is a value behind one reference. A request looks it up, changes it, stores it and shows its
/// page. Copying three dozen members each time would cost more.
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
    /// A user of the settings, by index.
    case known(Int)
    /// A user who signed up, by number.
    case registered(Int)
    /// A user who is signing up.
    case draft
    /// An unknown identifier, if the org hides that.
    case stranger
  }

  /// A code that was sent.
  struct Code: Sendable, Hashable {
    var digits: Secret
    var expires: Duration
    /// The link in the same mail; `nil` if it has none.
    var link: Link?
  }

  /// The link of a mail, and its state.
  struct Link: Sendable, Hashable {
    /// The token in its address.
    var token: Secret
    /// The way in which the recipient opens it.
    var habit: Account.LinkHabit?
    /// The time at which it is opened, since 1970.
    var opens: Duration?
    /// The answer to the question whether the user requested the mail.
    var isAgreed: Bool?
  }

  /// An ongoing verification.
  struct Challenge: Sendable, Hashable {
    var enrolment: Enrolment
    var method: Method
    /// The sent code; `nil` if none is sent, or if it was revoked.
    var code: Code?
    /// The random bytes that a passkey signs, in base64url.
    var nonce = ""
    /// Whether a passkey must verify its user.
    var mustVerifyUser = false
    /// Wrong answers so far.
    var failures = 0
  }

  /// An ongoing enrollment.
  struct Enrolling: Sendable, Hashable {
    var authenticator: Authenticator
    var method: Method
    var number = ""
    var code: Code?
    /// The new key for time-based codes, as base32.
    var key: Secret?
    /// The random bytes that a new passkey is bound to, in base64url.
    var nonce = ""
    var failures = 0
  }

  /// The authenticators that may be enrolled now.
  struct EnrolmentOffer: Sendable, Hashable {
    var authenticators: [Authenticator]
    var canSkip: Bool
    /// Whether they are required, and may be postponed.
    var isGrace = false
  }

  /// The offered factors on pages.
  ///
  /// They are the same on each page until one was verified.
  struct Factors: Sendable, Hashable {
    /// The `authenticators`.
    var authenticators: JSON
    /// The `authenticatorEnrollments`.
    var enrollments: JSON
    /// The field that asks for one of them.
    var choice: JSON
  }

  /// A form that is the same on every page at one address of the org.
  struct KeptForm: Sendable, Hashable {
    var origin: String
    var json: JSON
  }

  /// The recurring parts of pages: the factors until one was verified, the rest to the end.
  struct Shown: Sendable, Hashable {
    var factors: Factors?
    /// The form to choose one of them.
    var selection: KeptForm?
    /// The form that cancels the transaction.
    var cancel: KeptForm
  }

  /// The reason for setting a password.
  enum PasswordChange: Sendable, Hashable {
    case recovery
    case expiry
    /// It expires in this number of days, and may be kept until then.
    case warning(days: Int)
  }

  /// A redeemed code.
  struct Redeemed: Sendable, Hashable {
    var code: Secret
    /// The number of its first grant.
    var family: Int
  }

  /// A question that is asked once.
  enum Question: Sendable, Hashable {
    case passwordWarning
    case grace
    case profile
    case keepMeSignedIn
    case consent
  }

  /// The stage, which determines the page.
  enum Stage: Sendable, Hashable {
    case identify
    case identifyRecovery
    case enrollProfile
    /// A signed-in user must complete the profile.
    case updateProfile
    case unlock
    case selectFactor
    indirect case chooseMethod(Enrolment)
    indirect case challenge(Challenge)
    /// The choice of a method of Okta Verify, or of sending its push.
    case chooseOktaVerify(Methods)
    indirect case push(Push)
    case selectEnrolment
    case choosePhone
    indirect case enroll(Enrolling)
    indirect case enrollApp(AppEnrolling)
    case newPassword(PasswordChange)
    /// Only the redirect to an identity provider, by index.
    case redirect(Int)
    case keepMeSignedIn
    case consent
    /// Another device on which a mail's link was opened; the link's token.
    case linkConsent(Secret)
    /// Signed on, with the interaction code and the time until which it can be redeemed.
    case succeeded(code: Secret, expires: Duration)
    /// Ended without tokens: an unlock, or a user who is denied access.
    case ended
  }

  /// The members of the transaction.
  struct Parts: Sendable, Hashable {
    /// Its number, which its handles contain.
    var number: Int
    var interactionHandle: String
    var stateHandle: String
    /// The field that carries it in every form, the same on each page.
    var stateField: JSON
    var interaction: Interaction
    var expires: Duration
    /// `expires` as a page shows it.
    var expiresText: String

    var purpose = Purpose.signIn
    var stage = Stage.identify
    var person = Person.nobody
    /// The typed identifier.
    var identifier: String?
    /// The account of a user who is signing up.
    var draft: Account?
    /// The verified methods.
    var verified: Methods = []
    /// The verifications with their traits and times, oldest first, including those of a session.
    var proofs: [Proof] = []
    /// The methods that were verified to recover a password or to unlock.
    var proved: Methods = []
    /// The verified kinds of factors, without verifications that are too old for the rule.
    var kinds = Kinds()
    /// The known circumstances.
    var context = SignInContext()
    /// The rules that decide for the user; `nil` until they are needed.
    var decision: Decision?
    /// The session that it continues, by number, if it is kept.
    var session: Int?
    /// Whether it begins with the verifications of a session.
    var resumes = false
    /// Whether the browser's session doesn't count, because its user has restarted.
    var ignoresSession = false
    /// Whether the browser should be remembered.
    var remembersDevice = false
    /// The value of the device's cookie.
    var deviceToken: Secret?
    /// Whether its user wants to stay signed in.
    var staysSignedIn = false
    /// The challenge for a passkey on the first page, in base64url; empty if none is offered there.
    var autofillNonce = ""
    /// The identity provider that vouched, by index.
    var provider: Int?
    /// Whether an invited user sets up the account.
    var isActivating = false
    /// The questions that were answered or skipped, and aren't asked again.
    var settled: Set<Question> = []
    /// The time of the last verification.
    var verifiedAt: Duration?
    /// The choices of the current step.
    var offers: [Offer] = [] {
      didSet {
        guard !shown.isEmpty, shown[0].factors != nil else { return }
        (shown[0].factors, shown[0].selection) = (nil, nil)
      }
    }
    /// The recurring parts of its pages, behind one reference; empty if no page was made.
    var shown: [Shown] = []
    /// The redeemed code, and its use; `nil` if none was redeemed.
    var redeemed: Redeemed?
    /// The possible enrollments of the current step.
    var enrolments = EnrolmentOffer(authenticators: [], canSkip: false)

    /// Returns to the first page.
    ///
    /// The handles and the lifetime stay.
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
      settled = []
      verifiedAt = nil
      offers = []
      enrolments = EnrolmentOffer(authenticators: [], canSkip: false)
    }
  }

  /// The members: an array is a reference that is copied when it is changed.
  private var parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[0][keyPath: path] }
    set { parts[0][keyPath: path] = newValue }
  }

  /// Whether there is anything to choose from, including the methods of Okta Verify.
  var offersChoice: Bool {
    self.offers.count > 1
      || self.offers.contains { $0.enrolment == .oktaVerify && $0.methods.list.count > 1 }
  }

  /// Whether the page shows the choice in addition to the current verification.
  ///
  /// Recorded responses of a sign-in show it even without alternatives, except for a password.
  /// Responses of a recovery don't show it after something was chosen.
  var showsChoice: Bool {
    switch self.stage {
    case .chooseMethod, .chooseOktaVerify: true
    case .challenge(let challenge):
      offersChoice || challenge.enrolment != .password && self.purpose == .signIn
    case .push: offersChoice || self.purpose == .signIn
    default: false
    }
  }

  /// The sign-on rule that decides, by index in the org's policy; `nil` if none does.
  var rule: Int? { self.decision?.rule }
  /// The rule of the global session policy that decides.
  var sessionRule: Int? { self.decision?.sessionRule }

  /// The choice on pages, if it was already computed.
  var factors: Factors? { self.shown.first?.factors }

  /// Makes the forms that stay the same for the same state handle and offers.
  ///
  /// - Parameters:
  ///   - factors: The choice on pages; `nil` if there is none.
  ///   - site: The org's addresses.
  mutating func keepForms(_ factors: Factors? = nil, at site: Site) {
    let field = self.stateField
    // A client reuses an unchanged value.
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

  /// Sets another state handle, which every form contains.
  mutating func take(stateHandle handle: String, at site: Site) {
    let factors = factors
    parts[0].stateHandle = handle
    parts[0].stateField = Ion.stateHandle(handle)
    parts[0].shown = []
    keepForms(factors, at: site)
  }

  /// Returns to the first page.
  ///
  /// The handles and the lifetime stay.
  mutating func restart() { parts[0].restart() }
}

/// The two issuers of an org.
enum AuthorizationServer: Sendable, Hashable {
  case custom
  case org
}
