import FlowEngine
import FlowHTTP
import NextAuthEngine
import Testing

extension Scenario {
  static let ready = "Ready"
  static let confirm = "Ready CLogin(A1)"

  /// 19–22: the user gives up, or the app does.
  static let confirming: [Scenario] = [
    .init(
      "19 S15 S32 S39: the user denies", [.qr(.login()), .go, .stop], "st rd in dn",
      confirm + " Stop(denied)", .aborted
    ) { scene in
      let abort = scene.server.requests("/sdk/abort").first
      #expect(abort == ["nonce": .string(Offer.nonce(1)), "reason": "denied"])
    },
    .init(
      "20 S24 S39: the user cancels the second factor", toFactor + [.cancel], "st rd in dn",
      factor + " Stop(cancelled)", .aborted),
    .init(
      "20b S30 S39: the user denies at the second factor", toFactor + [.stop], "st rd in dn",
      factor + " Stop(denied)", .aborted),
    .init(
      "21 S30: stopped in STARTING, and the server answers late",
      [.held(.login()), .stop, .release], "st dn", "Stop(stopped)", .aborted
    ) { #expect($0.rows.last?.id == .t30) },
    .init(
      "21b S30: stopped in READY", [.qr(.login()), .stop], "st rd dn", "Ready Stop(stopped)",
      .aborted),
    .init(
      "22 S29 S30 S39: stopped in ACTIVE before the login is made",
      setup: { $0.logins = [["result": "later"]] }, login + [.stop, .event(result())],
      "st rd in ac dn", factor + " SF(SUCCESS) Stop(stopped)", .aborted),
    .init(
      "22b S29: the login is made later", setup: { $0.logins = [["result": "later"]] },
      login + [.wait(9), .event(result())], "st rd in ac", loggedIn, .loggedIn),
  ]

  /// 23–26: no one acts.
  static let ending: [Scenario] = [
    .init(
      "23 S33: a second before the deadline", [.qr(.login()), .wait(119)], "st rd", ready),
    .init(
      "23b S33 S39: at the deadline in READY", [.qr(.login()), .wait(119), .wait(1)], "st rd dn",
      "Ready Stop(timed-out)", .aborted),
    .init(
      "24 S33 S39: in a confirmation", [.qr(.login()), .go, .wait(120)], "st rd in dn",
      confirm + " Stop(timed-out)", .aborted),
    .init(
      "24b S33 S39: in a second factor", toFactor + [.wait(120)], "st rd in dn",
      factor + " Stop(timed-out)", .aborted),
    .init(
      "24c S33 S39: in STARTING", [.held(.login()), .wait(120), .release], "st dn",
      "Stop(timed-out)", .aborted),
    .init(
      "24d: the round of a second factor has its own time limit",
      setup: { $0.configure("secondFactorUserInputTimeout", 20) },
      toFactor + [.wait(19), .pin("0000"), .wait(19), .wait(1)], "st rd in dn",
      factor + " SF(PIN_FAIL,2,pin) Stop(timed-out)", .aborted),
    .init(
      "24e S33: a time of zero sets no deadline", setup: { $0.configure("sessionTimeout", 0) },
      [.qr(.login()), .wait(100_000)], "st rd", ready),
    .init(
      "25 S33: ACTIVE has no deadline", login + [.wait(100_000)], "st rd in ac", loggedIn,
      .loggedIn),
    .init(
      "26 S33: the user's actions don't restart the time",
      [.qr(.login()), .wait(110), .go, .wait(11)],
      "st rd in dn", confirm + " Stop(timed-out)", .aborted),
    .init(
      "T27 S38: the account of a login is deleted by the app", login + [.delete("A1")],
      "st rd in ac dn", loggedIn + " Stop(logged-out)", .loggedOut
    ) { scene in
      #expect(await scene.manager.history().map(\.status) == [.deleted])
      #expect(await scene.manager.accounts().isEmpty)
      #expect(
        scene.server.requests("/sdk/delete-account") == [["account": "A1"]])
    },
    .init(
      "T27 S40: the server deletes the account of a login meanwhile",
      toFactor + [.event(["type": "account-deleted", "account": "A1"])], "st rd in er",
      factor + " Err(account-deleted) Stop(failed)", .error
    ) { #expect(!$0.server.paths.contains("/sdk/delete-account")) },
    .init(
      "T27 S5: a push removes an account that is offered",
      setup: { $0.add("A2", "sam") },
      [
        .qr(.login()), .go,
        .data(push(["id": "r", "type": "removal", "account": "A1"])),
        .refused(.invalidAccount, .account("A1")), .account("A2"),
      ], "st rd in", "Ready CLogin(A1,A2) SFN(VERIFY,pin)"),
  ]

  static func result(_ members: JSONObject = ["result": "ok"]) -> JSON {
    var json: JSONObject = ["type": "login-result", "nonce": .string(Offer.nonce(1))]
    for member in members.members { json[member.name] = member.value }
    return .object(json)
  }
}
