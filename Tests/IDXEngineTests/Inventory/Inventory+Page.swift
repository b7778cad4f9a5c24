import FlowHTTP

@testable import IDXEngine

/// The list according to the model.
extension Inventory {
  init(of page: Shared<IDXPage>) {
    for form in page.remediations {
      add(.remediation, form.name)
      add(form.fields, in: "")
    }
    for message in page.messages { add(message) }
    for form in [page.cancel, page.success, page.successLink, page.failureLink] {
      if let form { add(form.fields, in: "") }
    }
    if page.cancel != nil { add(.capability, "cancel") }
    if let cancel = page.deviceChallenge?.cancel {
      add(.capability, "cancel")
      add(cancel.fields, in: "")
    }
    let present = [
      page.currentAuthenticator, page.currentEnrollment, page.enrollmentAuthenticator,
      page.recoveryAuthenticator,
    ]
    for authenticator in present.compactMap({ $0 }) + page.authenticators + page.enrollments {
      add(authenticator)
    }
  }

  private mutating func add(_ authenticator: Shared<IDXAuthenticator>) {
    if let key = authenticator.key { add(.authenticator, key) }
    for method in authenticator.methods {
      if let word = IDXAuthenticator.word(ofMethod: method) { add(.method, word) }
    }
    for action in authenticator.actions {
      add(.capability, action.name)
      add(action.form.fields, in: "")
    }
  }

  private mutating func add(_ message: IDXMessage) {
    add(.message, "\(message.key ?? "") \(message.text)")
  }

  private mutating func add(_ fields: [IDXField], in prefix: String) {
    for field in fields {
      let name = prefix.isEmpty ? field.name : prefix + "." + field.name
      add(.field, name)
      for message in field.messages { add(message) }
      if let label = field.label { add(.label, "\(name): \(label)") }
      if field.isSecret { add(.flag, "\(name) is secret") }
      if field.isRequired { add(.flag, "\(name) is required") }
      if !field.isMutable { add(.flag, "\(name) is fixed") }
      if let form = field.form {
        add(form, in: name)
      } else if let value = field.value {
        add(.value, "\(name): \(text(of: value))")
      }
      for option in field.options ?? [] {
        if let label = option.label { add(.optionLabel, "\(name): \(label)") }
        if let form = option.form {
          add(form, in: name)
        } else if let value = option.value {
          add(.optionValue, "\(name): \(text(of: value))")
        }
      }
    }
  }
}

/// A value as text, for comparison.
func text(of value: JSON) -> String { String(decoding: value.bytes(), as: UTF8.self) }
