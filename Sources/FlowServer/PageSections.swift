import FlowText
import FlowEngine
import OktaSimulator
import FlowHTTP

/// The sections of the page at one moment, which are the same with and without the script.
struct PageSections {
  /// A part of the page that changes.
  struct Section {
    var id: String
    var content: HTML
    /// The constant part after the section, which stays in place so that typed text isn't lost.
    var rest: HTML?
  }

  /// The maximum number of messages to show.
  private static let messagesMax = 30

  private let org: Org
  private let control: OrgControl
  private let shown: OrgControl.Snapshot
  private let messages: ArraySlice<InboxItem>
  private let entries: [Int: SignInJournal.Entry]
  private let guardWord: String
  private let refused: FaultSection.Refused?

  /// Creates the sections.
  ///
  /// - Parameters:
  ///   - control: The control of the org.
  ///   - org: The org with the requested address.
  ///   - guardWord: The guard word of the page's forms.
  ///   - refused: The fault that was refused; `nil` if there is none.
  init(
    _ control: OrgControl, _ org: Org, guardWord: String, refused: FaultSection.Refused? = nil
  ) {
    self.refused = refused
    self.org = org
    self.guardWord = guardWord
    self.control = control
    entries = control.entries
    shown = control.snapshot(of: org)
    messages = shown.messages.prefix(PageSections.messagesMax)
  }

  private var view: OrgView { shown.view }

  /// The sections that change, in their order.
  var changing: [Section] {
    [
      Section(id: "phones", content: phones), Section(id: "inbox", content: inbox),
      Section(id: "sign-ins", content: signIns), faultSection, circumstanceSection,
      Section(id: "users", content: users),
    ]
  }

  private var faultSection: Section {
    let section = FaultSection(faults: shown.faults, guardField: guardField)
    return Section(id: "faults", content: section.list, rest: section.forms(refused))
  }

  private var circumstanceSection: Section {
    let section = CircumstanceSection(
      circumstances: shown.circumstances, org: org, guardField: guardField)
    return Section(id: "circumstances", content: section.list, rest: section.form)
  }

  /// The latest event, which screen readers read aloud.
  var news: String {
    if let push = view.pushes.last { return "A push waits on the phone of \(push.login)." }
    guard let message = messages.first else { return "" }
    let code = message.code.map { ", code \($0.reveal())" } ?? ""
    return "\(PageSections.kind(message.channel)) to \(message.address)\(code)."
  }

  /// The complete page.
  var document: HTML {
    let sections = changing.map { section -> HTML in
      guard let rest = section.rest else {
        return """
          <section id="\(section.id)" aria-labelledby="\(section.id)-title">\(section.content)\
          </section>

          """
      }
      return """
        <section class="wide" aria-labelledby="\(section.id)-title">
        <div id="\(section.id)">\(section.content)</div>
        \(rest)</section>

        """
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(org.name): simulated org</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/flow/page.css">
      <script src="/flow/page.js" defer></script>
      </head>
      <body>
      <header>
      <h1>\(org.name) <small>simulated org</small></h1>
      <p class="state"><span id="state">as of the loading of this page</span>
      <a class="noscript" href="/">Reload</a></p>
      <p id="news" role="status" class="heard"></p>
      </header>
      <main>
      \(sections)
      <section id="client" aria-labelledby="client-title">\(client)</section>
      </main>
      </body>
      </html>

      """
  }

  // MARK: Phones

  private var phones: HTML {
    guard !view.pushes.isEmpty else {
      return """
        <h2 id="phones-title">Phones</h2>
        <p class="none">No push waits for an answer.</p>
        """
    }
    let cards = view.pushes.map { push -> HTML in
      let number: HTML =
        push.number.map {
          "<p class=\"number\">The number to match is <strong>\($0)</strong></p>"
        } ?? ""
      return """
        <li class="push"><h3>\(push.login)</h3>
        <p>Did you just try to sign in? \(time(push.sent))</p>
        \(number)<form method="post" action="/flow/push">\(guardField)
        <input type="hidden" name="sign-in" value="\(push.signIn)">
        <button class="good" name="answer" value="approve">Approve</button>
        <button class="bad" name="answer" value="deny">Deny</button></form></li>

        """
    }
    return """
      <h2 id="phones-title">Phones <span class="count">\(view.pushes.count)</span></h2>
      <ul class="cards">\(cards)</ul>
      """
  }

  private var guardField: HTML {
    "<input type=\"hidden\" name=\"guard\" value=\"\(guardWord)\">"
  }

  // MARK: Inbox

  private static func kind(_ channel: String) -> String {
    switch channel {
    case "email": "Mail"
    case "sms": "Text message"
    case "voice": "Call"
    default: channel
    }
  }

  private var inbox: HTML {
    guard !messages.isEmpty else {
      return """
        <h2 id="inbox-title">Inbox</h2>
        <p class="none">Nothing was sent yet: codes and links appear here.</p>
        """
    }
    let items = messages.map { message -> HTML in
      """
      <li><p class="to"><b>\(PageSections.kind(message.channel))</b> <span>\(message.address)</span>
      \(control.time(ofSent: message.number).map { time($0) } ?? "")</p>
      \(code(of: message))\(link(of: message))</li>

      """
    }
    return """
      <h2 id="inbox-title">Inbox</h2>
      <ul class="cards">\(items)</ul>
      """
  }

  private func code(of message: InboxItem) -> HTML {
    guard let code = message.code?.reveal() else { return "" }
    return """
      <p class="code"><code>\(code)</code>
      <button type="button" class="copy" data-copy="\(code)"
       aria-label="Copy the code \(code)">Copy</button></p>
      """
  }

  private func link(of message: InboxItem) -> HTML {
    guard let link = message.link?.reveal() else { return "" }
    guard org.isMailLink(link) else { return "<p class=\"link\">\(link)</p>" }
    return """
      <form class="link" method="post" action="/flow/link">\(guardField)
      <input type="hidden" name="message" value="\(message.number)">
      <button>Open the link here</button>
      <a href="\(link)" target="_blank" rel="noopener">on another device</a></form>
      """
  }

  // MARK: Sign-ins

  private var signIns: HTML {
    guard !view.signIns.isEmpty else {
      return """
        <h2 id="sign-ins-title">Sign-ins</h2>
        <p class="none">There are no sign-ins yet.</p>
        """
    }
    let items = view.signIns.enumerated().map { signIn($1, isNewest: $0 == 0) }
    return """
      <h2 id="sign-ins-title">Sign-ins</h2>
      <ul class="cards">\(items)</ul>
      """
  }

  private func signIn(_ signIn: OrgView.SignIn, isNewest: Bool) -> HTML {
    let entry = entries[signIn.number]
    let steps = entry?.steps ?? []
    let omitted = entry?.omitted ?? 0
    let lines = steps.enumerated().map { index, step -> HTML in
      let gap: HTML =
        omitted > 0 && index == SignInJournal.firstSteps
        ? "<li class=\"none\">\(omitted) more</li>" : ""
      return "\(gap)\(line(step))"
    }
    return """
      <li><details id="sign-in-\(signIn.number)"\(isNewest ? " open" : "" as HTML)>
      <summary><b>\(signIn.identifier ?? entry?.identifier ?? "no user yet")</b> <span class="kind">\(signIn.purpose)\
       \(signIn.number + 1)</span> \(state(of: signIn, entry))</summary>
      \(decision(entry, signIn))<ol>\(lines)</ol></details></li>

      """
  }

  private func state(of signIn: OrgView.SignIn, _ entry: SignInJournal.Entry?) -> HTML {
    if entry?.hasTokens == true { return "<span class=\"tag good\">has tokens</span>" }
    if signIn.step == "success" { return "<span class=\"tag good\">success</span>" }
    if signIn.isExpired { return "<span class=\"tag\">expired</span>" }
    if signIn.step == "ended" { return "<span class=\"tag\">ended</span>" }
    let about: HTML = signIn.authenticator.map { " \($0)" } ?? ""
    return "<span class=\"tag open\">\(signIn.step)\(about)</span>"
  }

  private func decision(_ entry: SignInJournal.Entry?, _ signIn: OrgView.SignIn) -> HTML {
    var rows: [HTML] = []
    if let rule = entry?.rule { rows.append("<dt>rule</dt><dd>\(rule)</dd>") }
    if let rule = entry?.sessionRule { rows.append("<dt>session rule</dt><dd>\(rule)</dd>") }
    if let factors = entry?.factors { rows.append("<dt>factors</dt><dd>\(factors)</dd>") }
    if !signIn.verified.isEmpty {
      rows.append("<dt>verified</dt><dd>\(signIn.verified.joined(separator: ", "))</dd>")
    }
    return rows.isEmpty ? "" : "<dl>\(rows)</dl>"
  }

  private func line(_ step: SignInJournal.Step) -> HTML {
    let about: HTML = step.authenticator.map { " <span>\($0)</span>" } ?? ""
    let count: HTML = step.count > 1 ? " <span class=\"count\">×\(step.count)</span>" : ""
    let says: HTML =
      step.message.map { "<p class=\"\(step.isError ? "error" : "says")\">\($0)</p>" } ?? ""
    let faults = step.faults.map { fault -> HTML in
      "<p class=\"says\">Fault: <code>\(fault)</code></p>"
    }
    return "<li><code>\(step.name)</code>\(about)\(count) \(time(step.time))\(says)\(faults)</li>\n"
  }

  // MARK: Users and client

  private var users: HTML {
    let rows = view.users.map { user -> HTML in
      let name: HTML = user.name.isEmpty ? "" : "<small>\(user.name)</small>"
      let isActive = user.status == "active"
      return """
        <tr><th scope="row">\(user.login) \(name)</th>
        <td><span class="tag\(isActive ? " good" : "")">\(user.status)</span></td>
        <td data-label="Groups">\(user.groups.joined(separator: ", "))</td>
        <td data-label="Enrolled">\(user.enrolled.joined(separator: ", "))</td></tr>

        """
    }
    return """
      <h2 id="users-title">Users</h2>
      <table><thead><tr><th scope="col">User</th><th scope="col">Status</th>
      <th scope="col">Groups</th><th scope="col">Enrolled</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      """
  }

  private var client: HTML {
    var facts = [("Issuer", org.issuer)]
    for app in org.eachApp {
      let client = app.client
      if let name = app.appName { facts.append(("App", name)) }
      facts += [
        ("Client ID", client.id ?? "any"), ("Redirect URI", client.redirectURI ?? "any"),
        ("Client secret", client.secret == nil ? "none" : "from the org's settings"),
      ]
    }
    let rows = facts.map { name, value -> HTML in "<dt>\(name)</dt><dd><code>\(value)</code></dd>" }
    return """
      <h2 id="client-title">For the app</h2>
      <dl>\(rows)</dl>
      """
  }

  private func time(_ time: Duration) -> HTML {
    let civil = CivilTime(time)
    return "<time datetime=\"\(civil.iso8601)\">\(civil.clock) UTC</time>"
  }
}
