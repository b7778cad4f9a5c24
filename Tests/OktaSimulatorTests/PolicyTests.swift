import Testing

@testable import OktaSimulator

struct RequirementTests {
  @Test(
    arguments: [
      ([[.all, .all]], [.password], false), ([[.all, .all]], [.password, .email], true),
      ([[.all, .all]], [.sms, .voice], false), ([[.possession, .email]], [.email], false),
      ([[.possession, .email]], [.email, .otp], true),
      ([[.possession, .email]], [.email, .password], false),
      ([[.sms]], [.voice], false), ([[.password], [.email]], [.email], true), ([[[]]], .all, false),
    ] as [([[Methods]], Methods, Bool)])
  func everyDemandTakesAnotherAuthenticator(
    combinations: [[Methods]], verified: Methods, isMet: Bool
  ) {
    let requirement = Requirement(combinations: combinations.map { Combination($0) })
    #expect(requirement.isMet(by: Evidence(verified)) == isMet)
  }
}

struct SignOnPlanTests {
  static let everything = [
    Offer(enrollment: .password, methods: .password), Offer(enrollment: .email, methods: .email),
    Offer(enrollment: .phone(0), methods: [.sms, .voice]),
    Offer(enrollment: .phone(1), methods: [.voice]),
  ]

  private func plan(
    _ combinations: [[Methods]], verified: Methods = [], enrolled: [Offer] = Self.everything,
    enrollable: Methods = [], isNew: Bool = false
  ) -> SignOnPlan {
    SignOnPlan(
      [
        Goal(
          requirement: Requirement(combinations: combinations.map { Combination($0) }),
          evidence: Evidence(verified))
      ],
      enrolled: enrolled, enrollable: enrollable, mayEnroll: isNew || !verified.isEmpty)
  }

  @Test func whateverCanStillLeadToTheEndIsOffered() {
    #expect(plan([[.all]]) == .verify(Self.everything, isPasswordFirst: false))
    #expect(
      plan([[.password, .possession]], verified: .password)
        == .verify(Array(Self.everything.dropFirst()), isPasswordFirst: false))
    #expect(
      plan([[.password, .email], [.otp]])
        == .verify(Array(Self.everything.prefix(2)), isPasswordFirst: true))
  }

  @Test func thePasswordComesFirstWhereNothingGoesWithoutIt() {
    #expect(
      plan([[.password, .possession]]) == .verify(Self.everything, isPasswordFirst: true))
    #expect(
      plan([[.password, .possession], [.possession, .password]], verified: .email)
        == .verify(Array(Self.everything.prefix(1)), isPasswordFirst: true))
    #expect(
      plan([[.password, .possession], [.email]])
        == .verify(Self.everything, isPasswordFirst: false))
  }

  /// After the email of `password and (email or phone)` the phone wouldn't help.
  @Test func aDetourIsNotOffered() {
    let password = Array(Self.everything.prefix(1))
    let either: [[Methods]] = [[.password, .email], [.password, .sms]]
    #expect(plan(either, verified: .email) == .verify(password, isPasswordFirst: true))
    #expect(plan(either, verified: .sms) == .verify(password, isPasswordFirst: true))
    #expect(
      plan(either)
        == .verify(
          [
            Self.everything[0], Self.everything[1],
            Offer(enrollment: .phone(0), methods: .sms),
          ], isPasswordFirst: true))
    #expect(
      plan([[.email], [.email, .password]])
        == .verify([Self.everything[1]], isPasswordFirst: false))
    // The requirements of a longer route aren't part of it here.
    #expect(
      plan([[.email, .sms], [.possession, .password]], verified: .email)
        == .verify(
          [Self.everything[0], Offer(enrollment: .phone(0), methods: .sms)],
          isPasswordFirst: false))
  }

  @Test func onlyTheMethodsThatCountAreOffered() {
    #expect(
      plan([[.password, .sms]], verified: .password)
        == .verify([Offer(enrollment: .phone(0), methods: .sms)], isPasswordFirst: false))
  }

  @Test func anAuthenticatorThatWasVerifiedIsNotOfferedAgain() {
    #expect(
      plan([[.all, .all]], verified: .sms)
        == .verify(Array(Self.everything.prefix(2)), isPasswordFirst: false))
  }

  @Test func whatIsMissingIsEnrolledAfterSomethingWasProved() {
    let password = [Offer(enrollment: .password, methods: .password)]
    #expect(
      plan([[.password, .possession]], enrolled: password, enrollable: .otp)
        == .verify(password, isPasswordFirst: false))
    #expect(
      plan([[.password, .possession]], verified: .password, enrolled: password, enrollable: .otp)
        == .enroll([.googleOTP]))
  }

  @Test func whoeverProvedNothingEnrollsNothing() {
    #expect(plan([[.possession]], enrolled: [], enrollable: .otp) == .impossible)
    #expect(
      plan([[.possession]], enrolled: [], enrollable: .otp, isNew: true) == .enroll([.googleOTP]))
    #expect(plan([[.possession]], verified: .password, enrolled: []) == .impossible)
  }

  @Test func aRuleThatIsMetNeedsNothing() {
    #expect(plan([[.password]], verified: [.password, .email]) == .met)
  }
}

extension Evidence {
  /// Verified methods without any traits.
  init(_ methods: Methods) {
    self.init()
    for method in methods.list {
      insert(Verification(method: method, traits: method.traits))
    }
  }
}

struct PasswordRulesTests {
  @Test(arguments: [
    ("Correct-Horse-1", true), ("Sh0rt", false), ("alllowercase1", false),
    ("ALLUPPERCASE1", false), ("NoNumberHere", false), ("xxJane.Doexx1", false),
    ("xxJANExx1xx", false), ("Doe-is-fine-1", true), ("Ünïcödé-Passwörd-1", true),
    ("A1" + String(repeating: "a", count: 70), true),
    ("A1" + String(repeating: "a", count: 71), false),
  ])
  func aPasswordIsHeldAgainstTheRules(password: String, isTaken: Bool) {
    let jane = Account(.init(id: "00u1", login: "jane.doe@example.com"))
    #expect(PasswordRules().accept(password, for: jane) == isTaken)
  }

  @Test func theRulesAreSaidInTheEnginesWords() {
    #expect(
      PasswordRules().text
        == "Password requirements: at least 8 characters, a lowercase letter, an uppercase "
        + "letter, a number, no parts of your username.")
  }
}

struct MaskingTests {
  @Test(arguments: [
    ("jane@example.com", "j***e@example.com"), ("j@example.com", "j***j@example.com"),
    ("nowhere", "***"), ("@example.com", "***"),
  ])
  func anAddressShowsTwoLetters(address: String, masked: String) {
    #expect(Masking.email(address) == masked)
  }

  @Test(arguments: [
    ("+15551234567", "+1 XXX-XXX-4567"), ("+442071838750", "+44 XXX-XXX-8750"),
  ])
  func aNumberShowsItsEnd(number: String, masked: String) {
    #expect(Masking.phone(number) == masked)
  }
}
