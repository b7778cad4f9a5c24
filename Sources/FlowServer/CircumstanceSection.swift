import OktaSimulator
import FlowHTTP

/// The page's section with the circumstances of future sign-ins, and the forms that change them.
struct CircumstanceSection {
  let circumstances: Circumstances
  let org: Org
  /// The hidden field with the guard word, which every form of the page has.
  let guardField: HTML

  /// The maximum length of a typed circumstance, in characters.
  private static let textMax = 500

  /// The list of the current circumstances.
  var list: HTML {
    guard !circumstances.isEmpty else {
      return """
        <h2 id="circumstances-title">Circumstances</h2>
        <p class="none">Each sign-in declares its own circumstances, or they are unknown.</p>
        """
    }
    let items = Circumstances.Name.allCases.compactMap { name in
      circumstances[name].map { item(name.rawValue, $0) }
    }
    return """
      <h2 id="circumstances-title">Circumstances</h2>
      <p>Sign-ins that begin from now on have:</p>
      <ul class="cards">\(items)</ul>
      <form class="all" method="post" action="/flow/circumstance/remove">\(guardField)
      <button name="circumstance" value="all">Remove all</button></form>
      """
  }

  private func item(_ name: String, _ value: String) -> HTML {
    """
    <li><form method="post" action="/flow/circumstance/remove">\(guardField)
    <input type="hidden" name="circumstance" value="\(name)">
    <code>\(name) \(value)</code>
    <button aria-label="Remove the circumstance \(name)">Remove</button></form></li>

    """
  }

  /// The form that sets a circumstance, chosen from a list or typed.
  var form: HTML {
    let groups = Circumstances.Name.allCases.compactMap { name -> HTML? in
      let choices = Circumstances.choices(of: name, in: org)
      guard !choices.isEmpty else { return nil }
      let options = choices.map { choice -> HTML in "<option>\(name.rawValue) \(choice)</option>" }
      return "<optgroup label=\"\(name.rawValue)\">\(options)</optgroup>"
    }
    return """
      <form class="add" method="post" action="/flow/circumstance">\(guardField)
      <label>Coming sign-ins have <select name="choice">\(groups)</select></label>
      <label>or a typed circumstance <input name="text" maxlength="\(CircumstanceSection.textMax)"
       placeholder="clock +8h" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <button>Set</button>
      <p class="error problem" role="alert"></p></form>
      """
  }
}
