import FlowText
import OktaSimulator
import FlowHTTP

/// Reads the page's forms that set and remove circumstances of sign-ins.
struct CircumstanceForm {
  private let form: [FormPair]

  init(_ form: [FormPair]) {
    self.form = form
  }

  /// The text of a circumstance, which the user has typed or chosen from a list.
  private var text: String {
    ["text", "choice"].lazy
      .compactMap { name in form.first { $0.name == name && !$0.value.isEmpty }?.value }
      .first ?? ""
  }

  /// Sets the form's circumstance.
  ///
  /// - Returns: The problem; `nil` if the circumstance was set.
  func set(in control: OrgControl) -> String? {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first.flatMap(Circumstances.Name.init(rawValue:)), words.count > 1 else {
      let names = Circumstances.Name.allCases.map(\.rawValue).joined(separator: ", ")
      return "Write one of \(names), and its value: `risk high`."
    }
    do throws(PlainFailure) {
      try control.setCircumstances([(name, words[1])])
      return nil
    } catch {
      return error.message
    }
  }

  /// Removes the form's circumstance, or all of them.
  ///
  /// - Returns: Whether a circumstance was removed.
  func remove(from control: OrgControl) -> Bool {
    let word = form.first { $0.name == "circumstance" }?.value
    if word == "all" {
      control.removeCircumstances()
      return true
    }
    guard let name = word.flatMap(Circumstances.Name.init(rawValue:)),
      control.circumstances[name] != nil
    else { return false }
    do throws(PlainFailure) {
      try control.setCircumstances([(name, nil)])
      return true
    } catch {
      return false
    }
  }
}
