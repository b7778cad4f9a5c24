import FlowEngine
import FlowHTTP
import NextAuthEngine
import Testing

extension Scenario {
  static let eitherFactor = "Ready CLogin(A1) SFN(VERIFY,pin,biometric)"
  static let both: JSONObject = ["pin": true, "biometric": true]
  static let wrong = Act.pin("0000")

  /// 27–32: the results of a second factor.
  static let verifying: [Scenario] = [
    .init(
      "27 S14 S26 S27: a wrong PIN, then the right one", toFactor + [wrong, .pin("1234")],
      "st rd in ac", factor + " SF(PIN_FAIL,2,pin) SF(SUCCESS) Login", .loggedIn),
    .init(
      "27b S26: wrong PINs are counted since the last success if the server doesn't",
      setup: {
        $0.factors = both
        let fail: JSON = ["event": "PIN_FAIL"]
        $0.factorAnswers = [
          fail, ["event": "SUCCESS"], fail, fail, ["event": "SUCCESS"], fail, fail, fail,
        ]
      },
      toFactor + [wrong, .pin("1234"), .qr(.login(2)), .on(2, .go), .on(2, .account("A1"))]
        + [.on(2, wrong), .on(2, wrong), .on(2, .biometric), .qr(.login(3)), .on(3, .go)]
        + [.on(3, .account("A1")), .on(3, wrong), .on(3, wrong), .on(3, wrong)], "st rd in ac",
      eitherFactor + " SF(PIN_FAIL,2,pin,biometric) SF(SUCCESS) Login"
        + " 2:Ready 2:CLogin(A1) 2:SFN(VERIFY,pin,biometric) 2:SF(PIN_FAIL,2,pin,biometric)"
        + " 2:SF(PIN_FAIL,1,pin,biometric) 2:SF(SUCCESS) 2:Login"
        + " 3:Ready 3:CLogin(A1) 3:SFN(VERIFY,pin,biometric) 3:SF(PIN_FAIL,2,pin,biometric)"
        + " 3:SF(PIN_FAIL,1,pin,biometric) 3:SF(PIN_BLOCKED,biometric)", .loggedIn),
    .init(
      "28 S27 S28 S40: too many wrong PINs", toFactor + [wrong, wrong, wrong], "st rd in er",
      factor + " SF(PIN_FAIL,2,pin) SF(PIN_FAIL,1,pin) SF(PIN_BLOCKED,0)"
        + " Err(pin-blocked) Stop(failed)", .error),
    .init(
      "28b S25: with a blocked PIN no factor can be requested",
      toFactor + [wrong, wrong, wrong, .qr(.login(2)), .on(2, .go), .on(2, .account("A1"))],
      "st rd in er",
      factor + " SF(PIN_FAIL,2,pin) SF(PIN_FAIL,1,pin) SF(PIN_BLOCKED,0)"
        + " Err(pin-blocked) Stop(failed) 2:Ready 2:CLogin(A1) 2:Err(pin-blocked) 2:Stop(failed)",
      .error),
    .init(
      "29 S27: with a blocked PIN the biometric remains", setup: { $0.factors = both },
      toFactor + [wrong, wrong, wrong, .refused(.invalidInput, .pin("1234")), .biometric],
      "st rd in ac",
      eitherFactor + " SF(PIN_FAIL,2,pin,biometric) SF(PIN_FAIL,1,pin,biometric)"
        + " SF(PIN_BLOCKED,biometric) SF(SUCCESS) Login", .loggedIn),
    .init(
      "30 S28 S40: a blocked PIN blocks everything, if that is configured",
      setup: {
        $0.factors = both
        $0.configure("blockSecondFactorOnPINBlocked", true)
      }, toFactor + [wrong, wrong, wrong], "st rd in er",
      eitherFactor + " SF(PIN_FAIL,2,pin,biometric) SF(PIN_FAIL,1,pin,biometric)"
        + " SF(PIN_BLOCKED,0) Err(pin-blocked) Stop(failed)", .error),
    .init(
      "31 S27: biometrics that were removed",
      setup: {
        $0.factors = both
        $0.factorAnswers = [["event": "BIOMETRICS_REMOVED"]]
      }, toFactor + [.biometric, .pin("1234")], "st rd in ac",
      eitherFactor + " SF(BIOMETRICS_REMOVED,pin) SF(SUCCESS) Login", .loggedIn),
    .init(
      "31b S28 S40: biometrics that were removed, and no PIN",
      setup: {
        $0.factors = ["biometric": true]
        $0.factorAnswers = [["event": "BIOMETRICS_REMOVED"]]
      }, toFactor + [.biometric], "st rd in er",
      "Ready CLogin(A1) SFN(VERIFY,biometric) SF(BIOMETRICS_REMOVED) Err(no-factor-left)"
        + " Stop(failed)", .error),
    .init(
      "31c S27: a finger that isn't recognized",
      setup: {
        $0.factors = both
        $0.factorAnswers = [["event": "BIOMETRICS_FAIL"]]
      }, toFactor + [.biometric, .biometric], "st rd in ac",
      eitherFactor + " SF(BIOMETRICS_FAIL,pin,biometric) SF(SUCCESS) Login", .loggedIn),
    .init(
      "31d S27: a wait after a wrong PIN",
      setup: { $0.factorAnswers = [["event": "PENALISED", "wait": 30, "remaining": 2]] },
      toFactor + [
        .pin("0000"), .refused(.wrongState, .pin("1234")), .wait(29),
        .refused(.wrongState, .pin("1234")), .wait(1), .pin("1234"),
      ], "st rd in ac", factor + " SF(PENALISED,2,pin) SF(SUCCESS) Login", .loggedIn),
    .init(
      "31f: the time of a round begins after the wait",
      setup: {
        $0.factorAnswers = [["event": "PENALISED", "wait": 30]]
        $0.configure("secondFactorUserInputTimeout", 20)
      }, toFactor + [wrong, .wait(49), .refused(.invalidInput, .biometric), .wait(1)],
      "st rd in dn", factor + " SF(PENALISED,pin) Stop(timed-out)", .aborted),
    .init(
      "31g S20 S40: a PIN that is set can't be wrong",
      setup: {
        $0.factors = [:]
        $0.factorAnswers = [["event": "PIN_FAIL", "remaining": 2]]
      }, toFactor + [.pin("1234")], "st rd in er",
      "Ready CLogin(A1) SFN(FIRST_SET,pin,biometric) SF(ERROR) Err(51) Stop(failed)", .error),
    .init(
      "31e S28 S31 S40: a second factor that can't be verified",
      setup: { $0.factorAnswers = [["event": "ERROR", "code": 49]] }, toFactor + [.pin("1234")],
      "st rd in er", factor + " SF(ERROR) Err(49) Stop(failed)", .error),
    .init(
      "32 S25: after two uses of the biometric a PIN is required",
      setup: {
        $0.factors = both
        $0.configure("maxNumberSecondFactorWithoutPIN", 2)
      },
      toFactor + [
        .biometric, .qr(.login(2)), .on(2, .go), .on(2, .account("A1")), .on(2, .biometric),
        .qr(.login(3)), .on(3, .go), .on(3, .account("A1")),
        .refused(.invalidInput, .on(3, .biometric)),
      ], "st rd in ac",
      eitherFactor + " SF(SUCCESS) Login"
        + " 2:Ready 2:CLogin(A1) 2:SFN(VERIFY,pin,biometric) 2:SF(SUCCESS) 2:Login"
        + " 3:Ready 3:CLogin(A1) 3:SFN(VERIFY,pin)", .loggedIn),
    .init(
      "32b S25: after a time without a PIN one is required",
      setup: {
        $0.factors = both
        $0.factors["lastPinAgo"] = 3600
        $0.configure("maxTimeSecondFactorWithoutPIN", 3600)
      }, toFactor, "st rd in", factor),
    .init(
      "32c S25: no biometric if they are disabled",
      setup: {
        $0.factors = both
        $0.configure("biometricsDisabled", true)
      }, toFactor, "st rd in", factor),
    .init(
      "32d S25: biometrics that the server reports as removed",
      setup: { $0.factors = both },
      [.qr(.login()), .event(["type": "biometrics-removed"]), .go, .account("A1")], "st rd in",
      factor),
  ]

  /// 33–36: enrollments.
  static let enrolling: [Scenario] = [
    .init(
      "33 S1 S16 S18 S20 S34 S37: a first enrollment",
      setup: {
        $0.accounts = []
        $0.factors = [:]
        $0.parameters["visualHash"] = "hash"
      },
      [
        .qr(.enrol()), .go, .account("new-1"), .both("1234"), .qr(.login(2)), .on(2, .go),
        .on(2, .account("acc-0")),
      ], "st rd in ac",
      "Ready CEnrol(New,hash) SFN(FIRST_SET,pin,biometric) SF(SUCCESS) Login"
        + " 2:Ready 2:CLogin(acc-0) 2:SFN(VERIFY,pin,biometric)", .loggedIn
    ) { scene in
      let session = await scene.session()
      #expect(session?.isRegistration == true)
      #expect(session?.isAppLogin == false)
      #expect(session?.account?.id == "acc-0")
      #expect(await scene.manager.accounts().map(\.displayName) == ["New"])
    },
    .init(
      "34 S21: a second enrollment", [.qr(.enrol()), .go, .account("new-1"), .pin("1234")],
      "st rd in ac", "Ready CEnrol(New,A1) SFN(VERIFY,pin) SF(SUCCESS) Login", .loggedIn),
    .init(
      "34b S5 S19: an enrollment by push", [.push(.enrol(), id: "m"), .go], "st rd in",
      "Ready CEnrol(New,A1)"),
    .init(
      "34c S16: an enrollment without a second factor",
      setup: { $0.parameters["secondFactor"] = "never" },
      [.qr(.enrol()), .go, .account("new-1")], "st rd in ac", "Ready CEnrol(New,A1) Login",
      .loggedIn),
    .init(
      "34d S18: no visual hash if it is hidden",
      setup: {
        $0.parameters["visualHash"] = "hash"
        $0.configure("hideVash", true)
      }, [.qr(.enrol()), .go], "st rd in", "Ready CEnrol(New,A1)"),
    .init(
      "35 S20 S39: a first enrollment that is denied, at first and after its PIN was set",
      setup: {
        $0.accounts = []
        $0.factors = [:]
        $0.logins = [["result": "later"]]
      },
      [
        .qr(.enrol()), .go, .stop, .qr(.enrol(2)), .on(2, .go), .on(2, .account("new-2")),
        .on(2, .pin("1234")), .on(2, .stop), .qr(.enrol(3)), .on(3, .go),
        .on(3, .account("new-3")),
      ], "st rd in dn",
      "Ready CEnrol(New) Stop(denied)"
        + " 2:Ready 2:CEnrol(New) 2:SFN(FIRST_SET,pin,biometric) 2:SF(SUCCESS) 2:Stop(stopped)"
        + " 3:Ready 3:CEnrol(New) 3:SFN(FIRST_SET,pin,biometric)", .aborted
    ) { #expect(await $0.manager.accounts().isEmpty) },
    .init(
      "36 S20: a first factor without the required one costs nothing",
      setup: {
        $0.accounts = []
        $0.factors = [:]
        $0.parameters["requiredFactors"] = ["pin"]
      },
      [
        .qr(.enrol()), .go, .account("new-1"), .refused(.invalidInput, .biometric),
        .refused(.invalidInput, .pin("")), .both("1234"),
      ], "st rd in ac",
      "Ready CEnrol(New) SFN(FIRST_SET,pin,biometric) SF(SUCCESS) Login", .loggedIn
    ) { #expect($0.server.requests("/sdk/second-factor").count == 1) },
    .init(
      "36b S25 S40: a first factor that can't be the required one",
      setup: {
        $0.accounts = []
        $0.factors = [:]
        $0.parameters["requiredFactors"] = ["biometric"]
        $0.configure("biometricsDisabled", true)
      }, [.qr(.enrol()), .go, .account("new-1")], "st rd in er",
      "Ready CEnrol(New) Err(no-factor-left) Stop(failed)", .error),
    .init(
      "36c S20: the last account takes the factors with it",
      setup: {
        $0.accounts = [("A1", "jane")]
        $0.factors = both
      }, [.delete("A1"), .qr(.enrol()), .go, .account("new-1")], "st rd in",
      "Ready CEnrol(New) SFN(FIRST_SET,pin,biometric)"),
    .init(
      "36d S21: both factors at once are refused", setup: { $0.factors = both },
      toFactor + [.refused(.invalidInput, .both("1234"))], "st rd in", eitherFactor),
  ]
}
