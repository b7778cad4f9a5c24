import FlowEngine
import FlowHTTP
import NextAuthEngine
import Testing

extension Scenario {
  private static let unneeded = "Ready CLogin(A1) Login"
  private static let second: [Act] = [.on(2, .go), .on(2, .account("A1"))]
  private static let info: JSON = [
    "logo": "https://bank.example/logo", "texts": [["title", "Sign in"], ["city", "Bern"]],
  ]

  /// 37–39 and 49–52: the policies of second factors, and the data of a session.
  static let policies: [Scenario] = [
    .init(
      "37 S25: a second factor is valid for its exact time",
      setup: { $0.parameters["secondFactor"] = ["after": 300] },
      login + [.wait(299), .qr(.login(2))] + second + [.wait(1), .qr(.login(3))]
        + [.on(3, .go), .on(3, .account("A1"))], "st rd in ac",
      loggedIn + " 2:Ready 2:CLogin(A1) 2:Login 3:Ready 3:CLogin(A1) 3:SFN(VERIFY,pin)",
      .loggedIn),
    .init(
      "38 S25: a session that requires a factor at a server that never does",
      setup: { $0.parameters["secondFactor"] = "never" },
      [.qr(.login(factor: "required")), .go, .account("A1")], "st rd in", factor),
    .init(
      "38b S25: a session that skips a factor at a server that always requires one",
      [.qr(.login(factor: "skip")), .go, .account("A1")], "st rd in ac", unneeded, .loggedIn),
    .init(
      "39 S25: without an AppLogin a factor is required, if that is configured",
      setup: {
        $0.parameters["secondFactor"] = "never"
        $0.configure("alwaysRequireSecondFactorIfInactiveAppLogin", true)
      }, [.qr(.login(factor: "skip")), .go, .account("A1")], "st rd in", factor),
    .init(
      "39b S25: with an AppLogin none is required",
      setup: {
        $0.parameters["secondFactor"] = "never"
        $0.configure("alwaysRequireSecondFactorIfInactiveAppLogin", true)
      }, appLogin + [.qr(.login(2))] + second, "st in ac",
      "SFN(VERIFY,pin) SF(SUCCESS) Login 2:Ready 2:CLogin(A1) 2:Login", .loggedIn),
    .init(
      "49 S17: an account that the server has chosen", setup: { $0.add("A2", "sam") },
      [.qr(.login(account: "A2")), .go], "st rd in", "Ready CLogin(A2)"),
    .init(
      "49c S17: an account of another server is never offered",
      setup: { $0.strangers = ["X1"] },
      [.qr(.login()), .go, .refused(.invalidAccount, .account("X1"))], "st rd in", confirm),
    .init(
      "49d S31 S40: an account of another server, chosen by a server",
      setup: { $0.strangers = ["X1"] }, [.qr(.login(account: "X1"))], "st er",
      "Err(34) Stop(failed)", .error),
    .init(
      "49e S18: a name at another server isn't known at this one",
      setup: {
        $0.strangers = ["New"]
        $0.parameters["uniqueDisplayName"] = true
      }, [.qr(.enrol()), .go], "st rd in", "Ready CEnrol(New,A1)"),
    .init(
      "49b S22: an account that the server has chosen bypasses",
      setup: {
        $0.add("A2", "sam")
        $0.bypass()
      }, [.qr(.login(account: "A2")), .go], "st rd in", "Ready SFN(VERIFY,pin)"
    ) { #expect(await $0.session()?.account?.id == "A2") },
    .init(
      "50 S36: announce info from READY on, session info not before the login",
      [.qr(Offer(announce: info, info: ["texts": [["balance", "12 EUR"]]])), .go], "st rd in",
      confirm
    ) { scene in
      let session = await scene.session()
      #expect(session?.announce?.logo == "https://bank.example/logo")
      #expect(session?.announce?.texts.map(\.text) == ["Sign in", "Bern"])
      #expect(session?.info == nil)
      try await scene.perform([.account("A1")])
      #expect(await scene.session()?.announce == session?.announce)
      try await scene.perform([.pin("1234")])
      #expect(await scene.session()?.info?.texts == [.init("balance", "12 EUR")])
    },
    .init(
      "51 S15: the user's input reaches the server",
      [.qr(.login()), .go, .account("A1", input: "my ref"), .pin("1234")], "st rd in ac",
      loggedIn, .loggedIn
    ) { #expect($0.server.requests("/sdk/login").first?["userInput"] == "my ref") },
    .init(
      "52 S12: one session takes input at a time",
      [
        .qr(.login()), .go, .qr(.login(2)), .refused(.interactionBusy, .on(2, .go)),
        .refused(.interactionBusy, .appLogin()), .stop, .on(2, .go),
      ], "st rd in dn", "Ready CLogin(A1) 2:Ready Stop(denied) 2:CLogin(A1)", .aborted),
    .init(
      "52b S11: if READY is skipped, sessions take input in turn",
      setup: { $0.skipReady() },
      [.qr(.login()), .qr(.login(2)), .qr(.login(3)), .stop, .on(2, .stop)], "st in dn",
      "CLogin(A1) Stop(denied) 2:CLogin(A1) 2:Stop(denied) 3:CLogin(A1)", .aborted
    ) { scene in
      #expect(scene.statuses(2) == "st rd in dn")
      #expect(scene.statuses(3) == "st rd in")
    },
  ]

  /// 40–48: refusals and failures.
  static let refusing: [Scenario] = [
    .init(
      "40 S31 S40: a login without an account", setup: { $0.accounts = [] }, [.qr(.login())],
      "st er", "Err(34) Stop(failed)", .error),
    .init(
      "40b S40: a login with an unknown account", [.qr(.login(account: "A9"))], "st er",
      "Err(34) Stop(failed)", .error),
    .init(
      "41 S3: a text that isn't a QR code",
      [.refused(.refused, .data(.text(Secret("garbage"), origin: .qr)))], "", "Err(32)", nil),
    .init(
      "41b S3: a QR code of an unknown type",
      [.refused(.refused, .data(.binary(Offer.code([1, 2, 3], kind: 3))))], "", "Err(33)", nil),
    .init(
      "41c S5: a push message of another key",
      [
        .refused(
          .refused,
          .data(
            .push(Secret(Offer.push(["id": "x"], key: [UInt8](repeating: 1, count: 32))))))
      ],
      "", "Err(32)", nil),
    .init(
      "42 S40: a second account if only one is allowed",
      setup: { $0.configure("singleAccount", true) }, [.qr(.enrol())], "st er",
      "Err(40) Stop(failed)", .error),
    .init(
      "42b S40: an enrollment that has expired",
      [.qr(Offer(kind: "enrol", name: "New", expires: 1_000_000))], "st er",
      "Err(41) Stop(failed)", .error),
    .init(
      "42c S40: an account with an existing name",
      setup: { $0.parameters["uniqueDisplayName"] = true }, [.qr(.enrol(name: "jane"))], "st er",
      "Err(35) Stop(failed)", .error),
    .init(
      "43 S9 S31 S40: the server doesn't return its parameters", setup: { $0.parametersFail = 64 },
      [.qr(.login())], "st er", "Err(64) Stop(failed)", .error
    ) { #expect(!$0.server.paths.contains("/sdk/abort")) },
    .init(
      "44 S29 S31 S40: the login fails",
      setup: { $0.logins = [["result": "failed", "code": 48]] }, login, "st rd in ac er",
      factor + " SF(SUCCESS) Err(48) Stop(failed)", .error),
    .init(
      "45 S15: an account that isn't offered",
      [.qr(.login()), .go, .refused(.invalidAccount, .account("A9"))], "st rd in", confirm),
    .init(
      "46 S24: a second factor in READY",
      [.qr(.login()), .refused(.wrongState, .pin("1234")), .refused(.wrongState, .cancel)],
      "st rd", ready),
    .init(
      "46b S12: begun twice", [.qr(.login()), .go, .refused(.wrongState, .go)], "st rd in",
      confirm),
    .init(
      "46c S15: an account at the second factor",
      toFactor + [.refused(.wrongState, .account("A1"))], "st rd in", factor),
    .init(
      "47 S31 S32: nothing is possible after the end",
      [
        .qr(.login()), .stop, .refused(.sessionEnded, .stop), .refused(.sessionEnded, .go),
        .refused(.sessionEnded, .account("A1")), .refused(.sessionEnded, .pin("1234")),
        .refused(.sessionEnded, .cancel), .wait(1000),
      ], "st rd dn", "Ready Stop(stopped)", .aborted),
    .init(
      "48 S32 S37 S38: a one-time login is never logged out",
      setup: { $0.parameters["pingTime"] = 0 },
      login + [.refused(.sessionEnded, .stop), .event(logout())], "st rd in ac dn",
      loggedIn + " Stop(completed)", .loggedInOneShot),
    .init(
      "Q26 S1: the same QR code during its session",
      [.qr(.login()), .refused(.duplicateSession, .qr(.login()))], "st rd", ready),
    .init(
      "T6 S6: an AppLogin without an account", setup: { $0.accounts = [] },
      [.refused(.refused, .appLogin())], "", "Err(34)", nil),
    .init(
      "T6 S6: an AppLogin with two accounts, and then with one of them",
      setup: { $0.add("A2", "sam") },
      [
        .refused(.refused, .appLogin()), .refused(.refused, .appLogin("A9")), .appLogin("A2"),
      ], "st in", "Err(34) Err(34) SFN(VERIFY,pin)"
    ) { #expect(await $0.session()?.account?.id == "A2") },
  ]
}
