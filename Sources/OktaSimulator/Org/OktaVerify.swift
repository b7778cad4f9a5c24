import FlowEngine

/// `okta-verify { number-challenge on; push on-request; expire 5m; enroll after 10s }`.
struct OktaVerifyPolicy: Sendable, Hashable {
  /// Whether a push shows a number that must be found on the phone.
  var showsNumber = false
  /// Whether a push is sent only after `authenticator-verification-data`.
  var sendsOnRequest = false
  /// The time in which a push can be answered.
  var life: Duration = .seconds(300)
  /// The time until a phone has enrolled after it got an image or a link; `nil` for never.
  var enrollsAfter: Duration? = .seconds(10)
  /// The answer of a phone whose owner's answers aren't set.
  var usualAnswer = PushAnswer()
}

/// The answer of a phone to one push.
struct PushAnswer: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case approve
    case deny
    case ignore
  }

  var kind = Kind.approve
  /// The time until the answer.
  var after: Duration = .seconds(3)
}

extension Account {
  /// A phone with Okta Verify.
  struct OktaVerify: Sendable, Hashable {
    /// The key of its codes.
    var key: CodeKey
    /// Its answers to pushes in order; the last one repeats.
    ///
    /// Empty if they aren't set.
    var answers: [PushAnswer] = []
    /// Whether a push is sent as soon as Okta Verify is chosen, at its owner's request.
    var sendsAtOnce = false
    /// Its user verification, and whether its key is in a chip.
    var traits: Traits = []
    /// The number of answers that it has given.
    private var pushes = 0

    init(key: CodeKey) {
      self.key = key
    }

    /// Returns the answer to the current push.
    ///
    /// - Parameter usual: The answer if none is set.
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

/// The channel for the enrollment of a phone.
enum EnrollmentChannel: String, Sendable, Hashable, CaseIterable {
  case qrcode
  case email
  case sms

  /// The label for users.
  ///
  /// The engine writes it in capitals.
  var label: String { rawValue.uppercased() }

  /// The field for the address of the link; `nil` if none is sent.
  var field: String? {
    switch self {
    case .qrcode: nil
    case .email: "email"
    case .sms: "phoneNumber"
    }
  }
}

extension Transaction {
  /// A push, or a request to the app next to the browser, with its answer.
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
    /// The reason why it has ended, if it has.
    var end: End?
  }

  /// A phone that is being enrolled by an image or a link.
  struct AppEnrolling: Sendable, Hashable {
    var channel: EnrollmentChannel
    /// The address to which the link was sent.
    var address = ""
    /// The time at which the image was shown or the link was sent; `nil` while the address is
    /// requested.
    var began: Duration?
    /// The token in the image and the link.
    var token = Secret("")
  }
}
