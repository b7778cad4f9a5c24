import OktaSimulator
import FlowHTTP

/// The page's section with the org's faults, and the forms that add and remove faults.
struct FaultSection {
  /// A fault that the org refused, with the reason.
  struct Refused {
    /// The text of the fault.
    var text: String
    var problem: String
  }

  let faults: [ArmedFault]
  /// The hidden field with the guard word, which every form of the page has.
  let guardField: HTML

  /// The list of the current faults.
  var list: HTML {
    guard !faults.isEmpty else {
      return """
        <h2 id="faults-title">Faults</h2>
        <p class="none">There are no faults.</p>
        """
    }
    let items = faults.map { fault -> HTML in
      """
      <li><form method="post" action="/flow/fault/remove">\(guardField)
      <input type="hidden" name="fault" value="\(fault.number)">
      <code>\(fault.fault.text)</code> \(count(of: fault))
      <button aria-label="Remove the fault \(fault.fault.text)">Remove</button></form></li>

      """
    }
    return """
      <h2 id="faults-title">Faults <span class="count">\(faults.count)</span></h2>
      <ul class="cards">\(items)</ul>
      <form class="all" method="post" action="/flow/fault/remove">\(guardField)
      <button name="fault" value="all">Remove all</button></form>
      """
  }

  private func count(of fault: ArmedFault) -> HTML {
    let times: HTML =
      switch fault.happened {
      case 0: "not yet"
      case 1: "happened once"
      default: "happened \(fault.happened) times"
      }
    return "<span class=\"tag\">\(times)\(fault.isOver ? ", over" : "" as HTML)</span>"
  }

  // MARK: Adding a fault

  /// The forms that add a fault, composed from lists or typed.
  func forms(_ refused: Refused?) -> HTML {
    """
    <form class="add" method="post" action="/flow/fault">\(guardField)
    <label>When <select name="when">\(options(FaultChoices.when))</select></label>
    <label>how often <select name="often">\(often)</select></label>
    <label>what <select name="what">\(options(FaultChoices.what))</select></label>
    <button>Add</button>
    <p class="error problem" role="alert"></p></form>
    <form class="add" method="post" action="/flow/fault">\(guardField)
    <label>or a typed fault <input name="text" value="\(refused?.text ?? "")" required
     maxlength="\(FaultChoices.textMax)" placeholder="challenge once: 429 retry-after 2"
     autocomplete="off" autocapitalize="off" spellcheck="false"></label>
    <button aria-label="Add the typed fault">Add</button>
    <p class="error problem" role="alert">\(refused?.problem ?? "")</p></form>
    """
  }

  private var often: [HTML] {
    FaultChoices.howOften.map { words in
      words.isEmpty ? "<option value=\"\">always</option>" : "<option>\(words)</option>"
    }
  }

  private func options(_ groups: [FaultChoices.Group]) -> [HTML] {
    groups.map { group in
      let choices = group.choices.map { choice -> HTML in "<option>\(choice)</option>" }
      return "<optgroup label=\"\(group.name)\">\(choices)</optgroup>"
    }
  }
}
