import FlowSimulator
import FlowWire

/// What the page's forms for faults ask for.
struct FaultForm {
  private let form: [FormPair]

  init(_ form: [FormPair]) {
    self.form = form
  }

  private func value(_ name: String) -> String? {
    form.first { $0.name == name }?.value
  }

  /// The fault as it is written: typed, or put together from lists.
  private var text: String {
    if let text = value("text") { return text }
    let head = [value("when"), value("often")].compactMap { $0 }.filter { !$0.isEmpty }
    return head.joined(separator: " ") + ": " + (value("what") ?? "")
  }

  /// Adds a fault to an org.
  ///
  /// - Returns: What is wrong with it; `nil` where it was added.
  func add(to server: OrgServer) -> FaultSection.Refused? {
    do throws(FaultProblem) {
      guard server.add(try Fault(text)) == nil else { return nil }
      return FaultSection.Refused(
        text: text, problem: "There are as many faults as an org can have: remove one.")
    } catch {
      let advice = error.advice.map { ": \($0)" } ?? ""
      return FaultSection.Refused(text: text, problem: "\(error.message)\(advice)")
    }
  }

  /// Removes a fault from an org, or all of them.
  ///
  /// - Returns: Whether there was one.
  func remove(from server: OrgServer) -> Bool {
    guard value("fault") == "all" else {
      return value("fault").flatMap { Int($0) }.map { server.removeFault($0) } ?? false
    }
    server.change { state, _ in state.removeFaults() }
    return true
  }
}
