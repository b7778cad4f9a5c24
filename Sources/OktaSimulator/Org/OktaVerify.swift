import FlowEngine

/// `okta-verify { number-challenge on; push on-request; expire 5m; enroll after 10s }`: the
/// settings of Okta Verify.
struct OktaVerifyPolicy: Sendable, Hashable {
  /// Whether the page shows a number that the user must find on the phone.
  var showsNumber = false
  /// Whether the org sends a push only after `authenticator-verification-data`.
  var sendsOnRequest = false
  /// The time during which the phone can answer a push.
  var life: Duration = .seconds(300)
  /// The time between showing the QR code or sending the link and the enrollment of the phone;
  /// `nil` if the phone never enrolls.
  var enrollsAfter: Duration? = .seconds(10)
  /// The answer to pushes if the user's settings have no answers.
  var usualAnswer = PushAnswer()
  /// How phones verify their owner at a push and at FastPass, unless the user's settings say it.
  var verification: Traits = []
  /// The unknown fact that says whether phones verify their owner; `nil` if it is known.
  var verificationFact: Int?

  /// Returns the traits of a phone.
  ///
  /// - Parameters:
  ///   - phone: The phone.
  ///   - context: The circumstances of the sign-in.
  /// - Returns: The traits.
  func traits(of phone: Account.OktaVerify?, in context: SignInContext) -> Traits {
    let own = phone?.traits ?? []
    guard own.isDisjoint(with: .verification) else { return own }
    guard let fact = verificationFact else { return own.union(verification) }
    let holds = context.unknowns.holding & 1 << UInt64(fact) != 0
    return holds ? own.union(.biometrics) : own
  }
}

/// The answer of a phone to one push.
struct PushAnswer: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case approve
    case deny
    case ignore
  }

  var kind = Kind.approve
  /// The time between the push and the answer.
  var after: Duration = .seconds(3)
}

extension Account {
  /// A user's phone with Okta Verify.
  struct OktaVerify: Sendable, Hashable {
    /// The key of the phone's time-based codes.
    var key: CodeKey
    /// The answers to pushes, in order.
    ///
    /// If there are more pushes than answers, all further pushes get the last answer.
    ///
    /// Empty if the settings have no answers.
    var answers: [PushAnswer] = []
    /// Whether the user asked to send a push as soon as they choose Okta Verify.
    var sendsAtOnce = false
    /// The traits of the phone: whether it verifies the user, and whether its key is in a chip.
    var traits: Traits = []
    /// The methods that the phone has enrolled; `nil` for all methods of the org.
    var methods: Methods?
    /// The number of answers that were used.
    private var pushes = 0

    init(key: CodeKey) {
      self.key = key
    }

    /// Returns the answer to the next push.
    ///
    /// - Parameter usual: The answer if the settings have no answers.
    /// - Returns: The answer.
    mutating func nextAnswer(usual: PushAnswer) -> PushAnswer {
      guard pushes < answers.count else { return answers.last ?? usual }
      defer { pushes += 1 }
      return answers[pushes]
    }

    /// The name of the phone in a list of phones.
    static let deviceName = "Simulated Phone"
  }
}

/// The channel by which a phone is enrolled.
enum EnrollmentChannel: String, Sendable, Hashable, CaseIterable {
  case qrcode
  case email
  case sms

  /// The label for users.
  ///
  /// The engine writes the label in capitals.
  var label: String { rawValue.uppercased() }

  /// The name of the field for the address to which the link is sent; `nil` if no link is sent.
  var field: String? {
    switch self {
    case .qrcode: nil
    case .email: "email"
    case .sms: "phoneNumber"
    }
  }
}

extension Transaction {
  /// A push to a phone, or a FastPass request to the app on the same device.
  struct Push: Sendable, Hashable {
    enum End: Sendable, Hashable {
      case rejected
      case timedOut
    }

    var method: Method
    var answer: PushAnswer
    var sent: Duration
    /// The number to find on the phone; `nil` if there is none.
    var number: String?
    /// The reason why the push ended without success; `nil` while it can be answered.
    var end: End?
  }

  /// The enrollment of a phone by a QR code or a link.
  struct AppEnrolling: Sendable, Hashable {
    var channel: EnrollmentChannel
    /// The address to which the link is sent.
    var address = ""
    /// The time when the QR code was shown or the link was sent; `nil` if the org still asks for
    /// the address.
    var began: Duration?
    /// The token in the QR code and the link.
    var token = Secret("")
  }
}
