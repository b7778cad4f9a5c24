import FlowEngine
import FlowHTTP
import NextAuthEngine
import Testing

extension Scenario {
  static let toFactor: [Act] = [.qr(.login()), .go, .account("A1")]
  static let login: [Act] = toFactor + [.pin("1234")]
  static let appLogin: [Act] = [.appLogin(), .pin("1234")]
  static let factor = "Ready CLogin(A1) SFN(VERIFY,pin)"
  static let loggedIn = factor + " SF(SUCCESS) Login"

  /// 1–18: the start of sessions and their results.
  static let starting: [Scenario] = [
    .init(
      "1 S1 S2 S3 S7 S8 S9 S10 S12 S14 S15 S17 S18 S19 S21 S24 S25 S26 S28 S37: a login by QR code",
      login, "st rd in ac", loggedIn, .loggedIn
    ) { scene in
      #expect(await scene.session()?.origin == .qr)
      #expect(await scene.manager.history().map(\.status) == [.loggedIn])
    },
    .init(
      "1b S3: a login by binary QR code",
      [.binary(.login()), .go, .account("A1"), .pin("1234")], "st rd in ac", loggedIn, .loggedIn),
    .init(
      "2 S32 S37: a one-time login", setup: { $0.parameters["pingTime"] = 0 },
      login, "st rd in ac dn", loggedIn + " Stop(completed)", .loggedInOneShot),
    .init(
      "3 S25 S29: a login without a second factor",
      setup: { $0.parameters["secondFactor"] = "never" },
      [.qr(.login()), .go, .account("A1")], "st rd in ac", "Ready CLogin(A1) Login", .loggedIn),
    .init(
      "4 S2 S4: a login by deep link",
      [.link(.login()), .go, .account("A1"), .pin("1234")], "st rd in ac", loggedIn, .loggedIn
    ) { #expect(await $0.session()?.origin == .deepLink) },
    .init(
      "5 S2 S5 S19: a login by push",
      [.push(.login(), id: "m"), .go, .account("A1"), .pin("1234")], "st rd in ac", loggedIn,
      .loggedIn
    ) { #expect(await $0.session()?.origin == .push) },
    .init(
      "6 S5: a push that isn't a login", [.data(push(["id": "m", "type": "message"]))], "", "", nil
    ) { #expect(await $0.manager.sessions().isEmpty) },
    .init(
      "7 S5: a push that arrives twice",
      [.push(.login(), id: "m"), .push(.login(), id: "m"), .push(.login(), id: "other")],
      "st rd", "Ready"
    ) { #expect(await $0.manager.sessions().count == 1) },
    .init(
      "8 S11: READY is skipped", setup: { $0.skipReady() }, [.qr(.login())], "st in",
      "CLogin(A1)"),
    .init(
      "9 S22: a confirmation is bypassed", setup: { $0.bypass() }, [.qr(.login()), .go],
      "st rd in", "Ready SFN(VERIFY,pin)"),
    .init(
      "10 S22: without a second factor no confirmation is bypassed",
      setup: {
        $0.bypass()
        $0.parameters["secondFactor"] = "never"
      }, [.qr(.login()), .go], "st rd in", "Ready CLogin(A1)"),
    .init(
      "11 S17 S22: with two accounts no confirmation is bypassed",
      setup: {
        $0.bypass()
        $0.add("A2", "sam")
      }, [.qr(.login()), .go], "st rd in", "Ready CLogin(A1,A2)"),
    .init(
      "12 S18 S22: no enrollment's confirmation is bypassed", setup: { $0.bypass() },
      [.qr(.enrol()), .go], "st rd in", "Ready CEnrol(New,A1)"),
    .init(
      "13 S11 S22: READY skipped and confirmation bypassed",
      setup: {
        $0.skipReady()
        $0.bypass()
      }, [.qr(.login()), .pin("1234")], "st in ac", "SFN(VERIFY,pin) SF(SUCCESS) Login",
      .loggedIn),
    .init(
      "14 S2 S6 S13 S23 S34 S35: an AppLogin", appLogin, "st in ac",
      "SFN(VERIFY,pin) SF(SUCCESS) Login", .loggedIn
    ) { scene in
      let session = await scene.session()
      #expect(session?.isAppLogin == true)
      #expect(session?.isRegistration == false)
      #expect(session?.origin == .app)
      #expect(session?.credentials?.reveal() == "web-session")
      #expect(scene.server.requests("/sdk/login").first?["appLogin"] == true)
    },
    .init(
      "15 S23: an AppLogin requires a factor regardless of the policy and the time",
      setup: {
        $0.parameters["secondFactor"] = "never"
        $0.factors["lastInputAgo"] = 1
      }, [.appLogin("A1")], "st in", "SFN(VERIFY,pin)"),
    .init(
      "16 S30 S38: an AppLogin is stopped", appLogin + [.stop], "st in ac dn",
      "SFN(VERIFY,pin) SF(SUCCESS) Login Stop(logged-out)", .loggedOut
    ) { scene in
      #expect(await scene.session()?.credentials == nil)
      #expect(scene.server.paths.last == "/sdk/logout")
    },
    .init(
      "17 S38: the server logs out", login + [.event(logout())], "st rd in ac dn",
      loggedIn + " Stop(logged-out)", .loggedOut
    ) { #expect(!$0.server.paths.contains("/sdk/logout")) },
    .init(
      "17b S38: a push logs out",
      login + [.data(push(["id": "x", "type": "logout", "nonce": .string(Offer.nonce(1))]))],
      "st rd in ac dn", loggedIn + " Stop(logged-out)", .loggedOut),
    .init(
      "18 S38: an AppLogin without an app",
      setup: { $0.configure("timeoutInactivityAppLogin", 300) },
      appLogin + [.wait(299), .wait(1)], "st in ac dn",
      "SFN(VERIFY,pin) SF(SUCCESS) Login Stop(logged-out)", .loggedOut),
    .init(
      "18b S5 S38: a push isn't activity of the app",
      setup: { $0.configure("timeoutInactivityAppLogin", 300) },
      appLogin + [.wait(240), .push(.login(2), id: "m"), .wait(60)], "st in ac dn",
      "SFN(VERIFY,pin) SF(SUCCESS) Login 2:Ready Stop(logged-out)", .loggedOut),
    .init(
      "18c S38: a call is activity of the app",
      setup: { $0.configure("timeoutInactivityAppLogin", 300) },
      appLogin + [.wait(240), .refused(.unknownSession, .on(9, .stop)), .wait(299)], "st in ac",
      "SFN(VERIFY,pin) SF(SUCCESS) Login", .loggedIn),
    .init(
      "18e S38: a start is activity of the app",
      setup: { $0.configure("timeoutInactivityAppLogin", 300) },
      appLogin + [.wait(240), .qr(.login(2)), .wait(240)], "st in ac",
      "SFN(VERIFY,pin) SF(SUCCESS) Login 2:Ready 2:Stop(timed-out)", .loggedIn),
    .init(
      "18f S38: so is the removal of another account",
      setup: {
        $0.configure("timeoutInactivityAppLogin", 300)
        $0.add("A2", "sam")
      },
      [.appLogin("A1"), .pin("1234"), .wait(240), .delete("A2"), .wait(240)], "st in ac",
      "SFN(VERIFY,pin) SF(SUCCESS) Login", .loggedIn),
    .init(
      "18d S38: an AppLogin that lasts too long", setup: { $0.configure("timeoutAppLogin", 300) },
      appLogin + [.wait(200), .refused(.unknownSession, .on(9, .stop)), .wait(100)],
      "st in ac dn", "SFN(VERIFY,pin) SF(SUCCESS) Login Stop(logged-out)", .loggedOut),
  ]

  static func push(_ json: JSON) -> SessionData { .push(Secret(Offer.push(json))) }

  static func logout(_ nonce: UInt8 = 1) -> JSON {
    ["type": "logout", "nonce": .string(Offer.nonce(nonce))]
  }
}
