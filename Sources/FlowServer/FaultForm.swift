import FlowText
import FlowHTTP

/// The contents of the page's forms for faults.
struct FaultForm {
  private let form: [FormPair]

  init(_ form: [FormPair]) {
    self.form = form
  }

  private func value(_ name: String) -> String? {
    form.first { $0.name == name }?.value
  }

  /// The text of the fault: typed, or composed from lists.
  private var text: String {
    if let text = value("text") { return text }
    let head = [value("when"), value("often")].compactMap { $0 }.filter { !$0.isEmpty }
    return head.joined(separator: " ") + ": " + (value("what") ?? "")
  }

  /// Adds a fault to an org.
  ///
  /// - Returns: The problem; `nil` if it was added.
  func add(to control: OrgControl) -> FaultSection.Refused? {
    do throws(PlainFailure) {
      _ = try control.addFault(text)
      return nil
    } catch {
      return FaultSection.Refused(text: text, problem: error.message)
    }
  }

  /// Removes a fault from an org, or all of them.
  ///
  /// - Returns: Whether there was one.
  func remove(from control: OrgControl) -> Bool {
    guard value("fault") == "all" else {
      return value("fault").flatMap { Int($0) }.map { control.removeFault($0) } ?? false
    }
    control.removeFaults()
    return true
  }
}
