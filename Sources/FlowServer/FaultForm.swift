import FlowText
import FlowHTTP

/// Reads the page's forms that add and remove faults.
struct FaultForm {
  private let form: [FormPair]

  init(_ form: [FormPair]) {
    self.form = form
  }

  private func value(_ name: String) -> String? {
    form.first { $0.name == name }?.value
  }

  /// The text of the fault, which the user has typed or composed from lists.
  private var text: String {
    if let text = value("text") { return text }
    let head = [value("when"), value("often")].compactMap { $0 }.filter { !$0.isEmpty }
    return head.joined(separator: " ") + ": " + (value("what") ?? "")
  }

  /// Adds the form's fault to the org.
  ///
  /// - Returns: The problem; `nil` if the fault was added.
  func add(to control: OrgControl) -> FaultSection.Refused? {
    do throws(PlainFailure) {
      _ = try control.addFault(text)
      return nil
    } catch {
      return FaultSection.Refused(text: text, problem: error.message)
    }
  }

  /// Removes the form's fault from the org, or all faults.
  ///
  /// - Returns: Whether a fault was removed.
  func remove(from control: OrgControl) -> Bool {
    guard value("fault") == "all" else {
      return value("fault").flatMap { Int($0) }.map { control.removeFault($0) } ?? false
    }
    control.removeFaults()
    return true
  }
}
