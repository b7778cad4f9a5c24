import FlowEngine
import FlowHTTP

/// Makes a step from a remediation, which is the server's form for a step.
struct StepMapper {
  let page: Shared<IDXPage>
  let form: Shared<IDXForm>
  /// The authenticators that the remediation is about.
  let related: [Shared<IDXAuthenticator>]
  /// The step's capabilities other than submitting, by their names.
  let actions: [IDXAction]

  /// The poll interval in milliseconds if the form doesn't state one, as in Okta's own widget.
  static let usualPoll = 4000.0
  /// The minimum and maximum poll interval in milliseconds.
  ///
  /// Real documents contain 500 and 60000. The bounds prevent a document from making a client flood
  /// the server or sleep forever.
  static let polls = 250.0...300_000.0

  init(page: Shared<IDXPage>, form: Shared<IDXForm>) {
    self.page = page
    self.form = form
    related = Self.related(to: form, on: page)
    actions = Self.actions(of: form, about: related, on: page)
  }

  /// The step.
  func step() -> Step {
    let place = ChoiceMapper.place(in: form.fields)
    let credential = credential
    var fields = FieldMapper(choiceField: place?.field)
    fields.add(form.fields, on: page, credential: credential)
    var step = Step(
      form.name.isEmpty ? "unnamed" : form.name, subjects: subjects, fields: fields.fields,
      choices: place.map {
        ChoiceMapper.choices(at: $0, page: page, credential: credential)
      } ?? [],
      capabilities: actions.map { Capability($0.name) }, waiting: waiting, redirect: redirect,
      showing: Showing.facts(of: related) + Showing.texts(of: form.fields),
      passkey: PasskeyMapper(page: page, fields: fields.fields)
        .challenge(of: form, about: related))
    step.isBegun = form.name == "enroll-poll"
    step.way = IDXNames.way(ofStep: form.name, isRedirect: step.redirect != nil) ?? step.way
    step.lacksSubject = IDXNames.lacksAuthenticator(step)
    return step
  }

  // MARK: Subjects

  /// The authenticators that a remediation is about.
  ///
  /// If the remediation doesn't name them, its form decides. A poll and a form with credentials are
  /// about the current authenticator.
  private static func related(to form: Shared<IDXForm>, on page: Shared<IDXPage>) -> [Shared<
    IDXAuthenticator
  >] {
    if !form.targets.isEmpty {
      var targets = form.targets.compactMap { page.authenticator($0) }
      for reference in form.targets {
        addCounterparts(of: reference, on: page, to: &targets)
      }
      return targets
    }
    let fields = form.fields
    if let index = fields.index(of: "authenticator"), let nested = fields[index].form {
      if let target = page.firstAuthenticator(fields[index].targets) { return [target] }
      let id = nested.fixedText(of: "id")
      if let authenticator = id.flatMap({ page.authenticator(id: $0) }) { return [authenticator] }
    }
    let takesCredentials =
      form.has("credentials") && !form.has("identifier")
      && !form.has("userProfile")
    guard takesCredentials || form.isPoll, let current = page.current else { return [] }
    return [current]
  }

  /// Adds the current authenticators that have the same id as one in a list.
  ///
  /// Both are the same authenticators, but only the current ones may have actions.
  private static func addCounterparts(
    of reference: IDXReference, on page: Shared<IDXPage>,
    to targets: inout [Shared<IDXAuthenticator>]
  ) {
    switch reference {
    case .authenticator, .enrollment: break
    default: return
    }
    guard let id = page.authenticator(reference)?.id else { return }
    if let current = page.currentEnrollment, current.id == id { targets.append(current) }
    if let current = page.currentAuthenticator, current.id == id { targets.append(current) }
  }

  private var credential: IDXNames.Credential {
    if let first = related.first { return IDXNames.credential(of: first) }
    return form.has("identifier") || form.has("userProfile")
      ? .password : .unknown
  }

  private var subjects: [Naming] {
    var subjects: [Naming] = []
    var seen = DistinctKeys<Naming>()
    for authenticator in related {
      let naming = IDXNames.naming(of: authenticator, label: nil)
      if seen.insert(naming) { subjects.append(naming) }
      // If there is a single method, it is in use; if there are several, the method in use is
      // unknown.
      let method = authenticator.onlyMethod.map { IDXNames.naming(ofMethod: $0, label: nil) }
      if let methodNaming = method ?? IDXNames.onlyMethod(ofKey: authenticator.key) {
        if methodNaming.word != naming.word {
          subjects.append(methodNaming)
          _ = seen.insert(methodNaming)
        }
      }
    }
    if form.isRedirect { subjects += provider }
    return subjects
  }

  private var provider: [Naming] {
    guard let word = form.type ?? form.provider?.name else { return [] }
    return [
      Naming(
        Naming.normalized(word), title: form.provider?.name,
        aliases: form.provider?.id.map { [$0] } ?? [])
    ]
  }

  // MARK: Capabilities of steps

  /// The actions of the authenticators that a step is about.
  ///
  /// If the step is about one of the two current authenticators, the actions of both count.
  private static func actions(
    of form: Shared<IDXForm>, about related: [Shared<IDXAuthenticator>], on page: Shared<IDXPage>
  ) -> [IDXAction] {
    var actions: [IDXAction] = []
    var names = DistinctKeys<String>()
    func add(_ new: [IDXAction]) {
      for action in new where action.name != "poll" {
        // The word `cancel` is for the transaction, but this action stops a poll.
        let name = action.name == "cancel" ? "cancel-polling" : action.name
        if names.insert(name) { actions.append(IDXAction(name: name, form: action.form)) }
      }
    }
    for authenticator in related { add(authenticator.actions) }
    if form.targets.contains(.currentAuthenticator) || form.targets.contains(.currentEnrollment) {
      for authenticator in [page.currentEnrollment, page.currentAuthenticator] {
        add(authenticator?.actions ?? [])
      }
    }
    if form.targets.contains(.deviceChallenge), let cancel = page.deviceChallenge?.cancel {
      add([IDXAction(name: "cancel", form: cancel)])
    }
    if form.has("identifier"), form.has("credentials") {
      // A password's recovery belongs to the form for the password, but the server doesn't say so.
      add(page.current?.actions.filter { $0.name == "recover" } ?? [])
    }
    return actions
  }

  /// The form that asks the server whether an event has happened; `nil` if the step isn't polled.
  var poll: Shared<IDXForm>? {
    if form.isPoll { return form }
    for authenticator in related {
      if let poll = authenticator.action("poll") { return poll }
    }
    return nil
  }

  private var waiting: Waiting? {
    poll.map { Waiting(interval: Self.interval($0.refresh)) }
  }

  private static func interval(_ refresh: Double?) -> Duration {
    let milliseconds = min(max(refresh ?? usualPoll, polls.lowerBound), polls.upperBound)
    return .milliseconds(Int64(milliseconds))
  }

  /// The web address that a browser must open; `nil` if there is none.
  private var redirect: Redirect? {
    guard form.isRedirect, let href = form.href,
      href.hasPrefix("https://") || href.hasPrefix("http://")
    else { return nil }
    return Redirect(Secret(href), title: form.provider?.name ?? form.type ?? form.name)
  }
}
