import OktaSimulator
import FlowHTTP

/// What the page shows of an org's faults, and the forms that add and remove them.
struct FaultSection {
  /// A fault that was refused, and why.
  struct Refused {
    /// As it was written.
    var text: String
    var problem: String
  }

  let faults: [ArmedFault]
  /// What every form of the page carries.
  let guardField: HTML

  /// The faults that there are.
  var list: HTML {
    guard !faults.isEmpty else {
      return """
        <h2 id="faults-title">Faults</h2>
        <p class="none">Nothing goes wrong on purpose.</p>
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

  // MARK: Adding one

  /// The forms by which one is added, from lists or as it is written elsewhere.
  func forms(_ refused: Refused?) -> HTML {
    """
    <form class="add" method="post" action="/flow/fault">\(guardField)
    <label>When <select name="when">\(options(FaultChoices.when))</select></label>
    <label>how often <select name="often">\(often)</select></label>
    <label>what <select name="what">\(options(FaultChoices.what))</select></label>
    <button>Add</button>
    <p class="error problem" role="alert"></p></form>
    <form class="add" method="post" action="/flow/fault">\(guardField)
    <label>or written <input name="text" value="\(refused?.text ?? "")" required
     maxlength="\(FaultChoices.textMax)" placeholder="challenge once: 429 retry-after 2"
     autocomplete="off" autocapitalize="off" spellcheck="false"></label>
    <button aria-label="Add the fault that is written">Add</button>
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
