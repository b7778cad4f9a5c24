import FlowEngine
import FlowHTTP

/// One sign-in, sign-up, recovery or unlock, from `interact` to its end.
///
/// A value behind one reference: a request looks it up, changes it, keeps it and shows its page, and
/// copying three dozen parts each time would cost more than that.
@dynamicMemberLookup
struct Transaction: Sendable, Hashable {
  /// What is being done.
  enum Purpose: Sendable, Hashable {
    case signIn
    case recover
    case unlock
  }

  /// Whom it is about.
  enum Person: Sendable, Hashable {
    case nobody
    /// Somebody of the settings, by index.
    case known(Int)
    /// Somebody who signed up, by number.
    case registered(Int)
    /// Somebody who is signing up.
    case draft
    /// An identifier that nobody has, where the org hides that.
    case stranger
  }

  /// A code that was sent.
  struct Code: Sendable, Hashable {
    var digits: Secret
    var expires: Duration
    /// The link in the same mail; `nil` where there is none.
    var link: Link?
  }

  /// The link of a mail, and what became of it.
  struct Link: Sendable, Hashable {
    /// What its address carries.
    var token: Secret
    /// What whoever gets the mail does with it.
    var habit: Account.LinkHabit?
    /// When that happens, as time since 1970.
    var opens: Duration?
    /// What was answered to the question whether it was oneself who asked for the mail.
    var isAgreed: Bool?
  }

  /// Something that is being verified.
  struct Challenge: Sendable, Hashable {
    var enrolment: Enrolment
    var method: Method
    /// What was sent; `nil` where nothing is sent, or where it was given up.
    var code: Code?
    /// The random bytes that a passkey signs, in base64url.
    var nonce = ""
    /// Whether a passkey has to make sure of its holder.
    var mustVerifyUser = false
    /// Wrong answers so far.
    var failures = 0
  }

  /// Something that is being enrolled.
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

  /// What may be enrolled now.
  struct EnrolmentOffer: Sendable, Hashable {
    var authenticators: [Authenticator]
    var canSkip: Bool
    /// Whether they are required, and may be put off for a while.
    var isGrace = false
  }

  /// What pages show of the factors that are offered: the same on each until one was verified.
  struct Factors: Sendable, Hashable {
    /// The `authenticators`.
    var authenticators: JSON
    /// The `authenticatorEnrollments`.
    var enrollments: JSON
    /// The field that asks for one of them.
    var choice: JSON
  }

  /// A form that is the same from page to page, as those at one address of the org show it.
  struct KeptForm: Sendable, Hashable {
    var origin: String
    var json: JSON
  }

  /// What pages show again and again: the factors until one was verified, the rest to the end.
  struct Shown: Sendable, Hashable {
    var factors: Factors?
    /// The form that asks for one of them.
    var selection: KeptForm?
    /// The form that gives the transaction up.
    var cancel: KeptForm
  }

  /// Why a password is set.
  enum PasswordChange: Sendable, Hashable {
    case recovery
    case expiry
    /// It expires in so many days, and may be kept until then.
    case warning(days: Int)
  }

  /// A code that was redeemed.
  struct Redeemed: Sendable, Hashable {
    var code: Secret
    /// The number of the first grant that it gave.
    var family: Int
  }

  /// What is asked once on the way in.
  enum Question: Sendable, Hashable {
    case passwordWarning
    case grace
    case profile
    case keepMeSignedIn
    case consent
  }

  /// Where it stands: which page is shown.
  enum Stage: Sendable, Hashable {
    case identify
    case identifyRecovery
    case enrollProfile
    /// What the profile of somebody who has signed in lacks.
    case updateProfile
    case unlock
    case selectFactor
    indirect case chooseMethod(Enrolment)
    indirect case challenge(Challenge)
    /// By which method of Okta Verify, or whether to send its push.
    case chooseOktaVerify(Methods)
    indirect case push(Push)
    case selectEnrolment
    case choosePhone
    indirect case enroll(Enrolling)
    indirect case enrollApp(AppEnrolling)
    case newPassword(PasswordChange)
    /// Nothing but the way to an identity provider, by index.
    case redirect(Int)
    case keepMeSignedIn
    case consent
    /// Another device, on which a mail's link was opened; the link's token.
    case linkConsent(Secret)
    /// Signed on; the interaction code, and until when it can be redeemed.
    case succeeded(code: Secret, expires: Duration)
    /// Over without tokens: an unlock, or somebody who can't be let in.
    case ended
  }

  /// All that is known of it.
  struct Parts: Sendable, Hashable {
    /// Its number, which its handles tell.
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
    /// What was typed as the identifier.
    var identifier: String?
    /// The account of somebody who is signing up.
    var draft: Account?
    /// What was verified, by method.
    var verified: Methods = []
    /// The same with how and when, the oldest first; what a session has contributed included.
    var proofs: [Proof] = []
    /// What was verified to recover a password or to unlock.
    var proved: Methods = []
    /// The kinds of factors in that, as far as it isn't too old for the rule that decides.
    var kinds = Kinds()
    /// What is known of where it comes from and with what.
    var context = SignInContext()
    /// Which rules decide of the person; `nil` while that isn't asked.
    var decision: Decision?
    /// The session that it goes on from, by number, where that is kept.
    var session: Int?
    /// Whether it begins with what a session has verified.
    var resumes = false
    /// Whether the browser's session doesn't count, since its person has turned back.
    var ignoresSession = false
    /// Whether the browser is to be remembered.
    var remembersDevice = false
    /// What tells the device: the value of its cookie.
    var deviceToken: Secret?
    /// Whether its person wants to stay signed in.
    var staysSignedIn = false
    /// What a passkey signs on the first page, in base64url; empty where none is offered there.
    var autofillNonce = ""
    /// The identity provider that vouched, by index.
    var provider: Int?
    /// Whether an invited user sets up the account.
    var isActivating = false
    /// What was answered or passed over for good: it isn't asked again.
    var settled: Set<Question> = []
    /// When something was last verified.
    var verifiedAt: Duration?
    /// What can be chosen at the current step.
    var offers: [Offer] = [] {
      didSet {
        guard !shown.isEmpty, shown[0].factors != nil else { return }
        (shown[0].factors, shown[0].selection) = (nil, nil)
      }
    }
    /// What pages show of it again and again, behind one reference; none where no page was made.
    var shown: [Shown] = []
    /// The code that was redeemed, and what for; `nil` if none was.
    var redeemed: Redeemed?
    /// What can be enrolled at the current step.
    var enrolments = EnrolmentOffer(authenticators: [], canSkip: false)

    /// Goes back to the first page; handles and life stay.
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

  /// The one set of parts: an array is a reference that is copied when it is changed.
  private var parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[0][keyPath: path] }
    set { parts[0][keyPath: path] = newValue }
  }

  /// Whether there is anything to choose from, the methods of Okta Verify included.
  var offersChoice: Bool {
    self.offers.count > 1
      || self.offers.contains { $0.enrolment == .oktaVerify && $0.methods.list.count > 1 }
  }

  /// Whether the page shows what can be chosen, beside what is being verified.
  ///
  /// Recorded responses of a sign-in show it even if there is nothing else to choose, but for a
  /// password; those of a recovery don't, once something was chosen.
  var showsChoice: Bool {
    switch self.stage {
    case .chooseMethod, .chooseOktaVerify: true
    case .challenge(let challenge):
      offersChoice || challenge.enrolment != .password && self.purpose == .signIn
    case .push: offersChoice || self.purpose == .signIn
    default: false
    }
  }

  /// The sign-on rule that decides, by index in the org's policy; `nil` as long as none does.
  var rule: Int? { self.decision?.rule }
  /// The same of the global session policy.
  var sessionRule: Int? { self.decision?.sessionRule }

  /// How pages show what can be chosen, where that was found before.
  var factors: Factors? { self.shown.first?.factors }

  /// Makes the forms that stay the same as long as the state handle and the offers do.
  ///
  /// - Parameters:
  ///   - factors: how pages show what can be chosen; `nil` where there is nothing.
  ///   - site: the org's addresses.
  mutating func keepForms(_ factors: Factors? = nil, at site: Site) {
    let field = self.stateField
    // A client takes over what is the very same as before.
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

  /// Takes another state handle, which every form carries.
  mutating func take(stateHandle handle: String, at site: Site) {
    let factors = factors
    parts[0].stateHandle = handle
    parts[0].stateField = Ion.stateHandle(handle)
    parts[0].shown = []
    keepForms(factors, at: site)
  }

  /// Goes back to the first page; handles and life stay.
  mutating func restart() { parts[0].restart() }
}

/// Which of an org's two issuers a request speaks to.
enum AuthorizationServer: Sendable, Hashable {
  case custom
  case org
}
