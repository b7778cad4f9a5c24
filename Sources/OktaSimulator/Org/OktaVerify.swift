import FlowEngine

/// `okta-verify { number-challenge on; push on-request; expire 5m; enroll after 10s }`.
struct OktaVerifyPolicy: Sendable, Hashable {
  /// Whether a push shows a number, which has to be found on the phone.
  var showsNumber = false
  /// Whether a push is sent only after `authenticator-verification-data`.
  var sendsOnRequest = false
  /// The time in which a push can be answered.
  var life: Duration = .seconds(300)
  /// How soon a phone that got an image or a link has enrolled; `nil` for never.
  var enrollsAfter: Duration? = .seconds(10)
  /// How a phone answers a push whose owner's answers nobody wrote down.
  var usualAnswer = PushAnswer()
}

/// How a phone answers one push.
struct PushAnswer: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case approve
    case deny
    case ignore
  }

  var kind = Kind.approve
  /// How long its owner needs.
  var after: Duration = .seconds(3)
}

extension Account {
  /// A phone with Okta Verify.
  struct OktaVerify: Sendable, Hashable {
    /// The key of its codes.
    var key: CodeKey
    /// How it answers pushes, in turn, the last one for good; empty where nobody said.
    var answers: [PushAnswer] = []
    /// Whether a push is sent as soon as Okta Verify is chosen, as its owner asked for.
    var sendsAtOnce = false
    /// How it makes sure of its owner, and whether its key is in a chip.
    var traits: Traits = []
    /// How many of its answers it has given.
    private var pushes = 0

    init(key: CodeKey) {
      self.key = key
    }

    /// How it answers the push that is sent now.
    ///
    /// - Parameter usual: How it does where nobody said.
    /// - Returns: The answer.
    mutating func nextAnswer(usual: PushAnswer) -> PushAnswer {
      guard pushes < answers.count else { return answers.last ?? usual }
      defer { pushes += 1 }
      return answers[pushes]
    }

    /// What it is called where phones are told apart.
    static let deviceName = "Simulated Phone"
  }
}

/// How a phone is told what to enroll with.
enum EnrollmentChannel: String, Sendable, Hashable, CaseIterable {
  case qrcode
  case email
  case sms

  /// What a person reads: the engine writes it in capitals.
  var label: String { rawValue.uppercased() }

  /// The field that asks where to send the link; `nil` where none is sent.
  var field: String? {
    switch self {
    case .qrcode: nil
    case .email: "email"
    case .sms: "phoneNumber"
    }
  }
}

extension Transaction {
  /// A push, or a request to the app beside the browser, and how it was answered.
  struct Push: Sendable, Hashable {
    enum End: Sendable, Hashable {
      case rejected
      case timedOut
    }

    var method: Method
    var answer: PushAnswer
    var sent: Duration
    /// The number to find on the phone.
    var number: String?
    /// Why it is over, where it is.
    var end: End?
  }

  /// A phone that is being enrolled by an image or a link.
  struct AppEnrolling: Sendable, Hashable {
    var channel: EnrollmentChannel
    /// Where the link was sent.
    var address = ""
    /// When the image was shown or the link was sent; `nil` while the address is asked for.
    var began: Duration?
    /// What the image and the link carry.
    var token = Secret("")
  }
}
