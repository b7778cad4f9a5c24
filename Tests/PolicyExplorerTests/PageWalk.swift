import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import TestSupport

/// Explores every route of an org only by its pages, like a client that tries every offer.
///
/// It shares no code with the explorer that it is compared with.
struct PageWalk {
  /// A user's actions so far, as recorded by the user.
  struct Story: Hashable {
    var verified: Set<String> = []
    var enrolled: Set<String> = []
    var order: [String] = []
    var isRecovering = false
    var isRecovered = false
    /// Whether the next proof unlocks the account: the page that asks for it looks like any other.
    var isUnlocking = false
    var wrong = 0
    var wrongPasswords = 0
    var isLocked = false
    var password = RandomOrg.password

    /// Starts again, where earlier proofs no longer count.
    ///
    /// Changes of the account stay, and a password that was set without the old one proves nothing
    /// about its owner.
    mutating func restart() {
      var story = Story()
      story.isLocked = isLocked
      story.password = password
      story.enrolled = enrolled
      story.isRecovered = isRecovered
      self = story
    }
  }

  struct Place {
    var state: OrgState
    var now: Duration
    var page: JSON
    var headers: HTTPHeaders
    var story: Story
  }

  /// The location and device of a user.
  struct Circumstance: Hashable {
    /// The client's headers about it.
    var headers: [String: String] = [:]
    /// The advance of the org's clock.
    var ahead = Duration.zero
    /// The earlier verifications of the browser.
    var session: [String] = []
  }

  let org: Org
  let person: RandomOrg.Person
  let circumstance: Circumstance
  private(set) var endings: Set<String> = []
  private var seen: Set<String> = []
  private(set) var requests = 0
  /// Whether the order of verifications matters.
  let isOrdered: Bool

  init(
    _ org: Org, _ person: RandomOrg.Person, isOrdered: Bool,
    under circumstance: Circumstance = Circumstance()
  ) {
    self.org = org
    self.person = person
    self.isOrdered = isOrdered
    self.circumstance = circumstance
  }

  /// Explores everything.
  mutating func walk() throws {
    var random = SeededGenerator(seed: 7)
    var state = org.initialState
    let now = Duration.seconds(1_800_000_000)
    let challenge = Base64URL.encode(SHA256.hash(Array("verifier".utf8)))
    var begin = try request(
      "/oauth2/default/v1/interact",
      .form([
        FormPair("client_id", "c"), FormPair("scope", "openid profile"),
        FormPair("redirect_uri", "com.example:/callback"),
        FormPair("code_challenge", challenge), FormPair("code_challenge_method", "S256"),
      ]))
    for (name, value) in circumstance.headers { begin.headers[name] = value }
    let answer = org.answer(begin, state: &state, now: now, random: &random)
    let handle = try JSON(parsing: bytes(answer.body))["interaction_handle"]
    let introspect = try request(
      "/idp/idx/introspect", .json(["interactionHandle": handle ?? .null]))
    let first = org.answer(introspect, state: &state, now: now, random: &random)
    let page = try JSON(parsing: bytes(first.body))
    var story = Story()
    // A user with an open session isn't asked for a login.
    if !steps(page).contains("identify") { story.verified = Set(circumstance.session) }
    let place = Place(state: state, now: now, page: page, headers: first.headers, story: story)
    note(place, status: first.status)
    var open = [place]
    while let place = open.popLast() {
      for (form, body, change) in moves(place) {
        if let next = try go(place, form, body, change) { open.append(next) }
      }
    }
  }

  private func request(_ path: String, _ body: HTTPBody) throws -> HTTPRequest {
    let address = path.hasPrefix("http") ? path : "https://acme.flow.test\(path)"
    guard let url = HTTPURL(address) else { throw URLFault() }
    return HTTPRequest(.post, url, headers: [:], body: body)
  }

  private struct URLFault: Error {}

  private func bytes(_ body: HTTPBody) -> [UInt8] {
    switch body {
    case .json(let json): json.bytes()
    case .bytes(let bytes): bytes
    case .none, .form: []
    }
  }

  // MARK: Next pages

  /// The effect of an accepted action on the story.
  typealias Change = (inout Story) -> Void

  private mutating func go(
    _ place: Place, _ form: JSON, _ values: JSONObject, _ change: (taken: Change, refused: Change)
  ) throws -> Place? {
    var body = values
    for field in form["value"]?.array ?? [] where field["name"] == "stateHandle" {
      body["stateHandle"] = field["value"]
    }
    var random = SeededGenerator(seed: UInt64(requests))
    requests += 1
    var next = place
    let response = org.answer(
      try request(form["href"]?.string ?? "", .json(.object(body))), state: &next.state,
      now: place.now, random: &random)
    next.page = try JSON(parsing: bytes(response.body))
    next.headers = response.headers
    // A code of an app is valid once: the next one comes with the next half minute.
    next.now += .seconds(31)
    let isRefused = response.status >= 400
    if isRefused { change.refused(&next.story) } else { change.taken(&next.story) }
    if message(next) == "authfactor.challenge.suspended_factor" { next.story.isLocked = true }
    if steps(next.page).contains("identify") {
      next.story.restart()
    }
    note(next, status: response.status)
    guard next.page["remediation"] != nil, seen.insert(signature(next)).inserted else { return nil }
    return next
  }

  private mutating func note(_ place: Place, status: Int) {
    let rule = place.headers["X-Flow-Rule"] ?? ""
    if place.page["successWithInteractionCode"] != nil {
      let story = place.story
      endings.insert(
        PageWalk.ending(
          rule, used: story.verified, enrolled: story.enrolled, isRecovered: story.isRecovered))
      return
    }
    guard status >= 400 else { return }
    if let message = message(place), PageWalk.ends.contains(message) {
      endings.insert("refused \(message)")
    }
  }

  private func message(_ place: Place) -> String? {
    place.page["messages"]?["value"]?.array?.first?["i18n"]?["key"]?.string
  }

  /// The messages at the end of a route, as opposed to a typo.
  static let ends: Set<String> = [
    "oie.assurance.unsatisfiable", "oie.selfservice.reset.password.not.allowed",
    "authfactor.challenge.suspended_factor",
  ]

  /// An outcome in words, the same for every explorer.
  static func ending(
    _ rule: String, used: Set<String>, enrolled: Set<String>, isRecovered: Bool
  ) -> String {
    "\(rule): \(used.sorted().joined(separator: "+")), enrolled "
      + enrolled.sorted().joined(separator: "+") + (isRecovered ? ", recovered" : "")
  }

  private func steps(_ page: JSON) -> [String] {
    (page["remediation"]?["value"]?.array ?? []).compactMap { $0["name"]?.string }
  }

  /// The identity of a place: the story, and the page's questions and offers.
  private func signature(_ place: Place) -> String {
    var story = place.story
    if !isOrdered { story.order = [] }
    var text = "\(story.verified.sorted())\(story.enrolled.sorted())\(story.order)"
    text += "\(story.isRecovering)\(story.isRecovered)\(story.wrong)\(story.wrongPasswords)"
    text += "\(story.isLocked)\(story.isUnlocking)\(story.password)"
    for form in place.page["remediation"]?["value"]?.array ?? [] {
      text += " " + (form["name"]?.string ?? "")
      for field in form["value"]?.array ?? [] {
        for option in field["options"]?.array ?? [] {
          text += "," + (option["label"]?.string ?? "")
        }
      }
    }
    let current = place.page["currentAuthenticator"] ?? place.page["currentAuthenticatorEnrollment"]
    text += " at " + (current?["value"]?["key"]?.string ?? "")
    text += current?["value"]?["methods"]?.array?.first?["type"]?.string ?? ""
    return text + (place.page["user"]?["identifier"]?.string ?? "")
  }
}
