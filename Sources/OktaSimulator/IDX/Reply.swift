/// What is said on the page that follows a request.
struct Reply: Sendable, Hashable {
  var status = 200
  /// What stands above the forms.
  var messages: [IonMessage] = []
  /// What stands at a field.
  var fields: [FieldMessage] = []

  /// The next page, without a word.
  static let next = Reply()

  static func say(_ status: Int, _ message: IonMessage) -> Reply {
    Reply(status: status, messages: [message])
  }

  static func say(_ status: Int, _ messages: IonMessage..., at field: String) -> Reply {
    Reply(status: status, fields: [FieldMessage(field: field, messages: messages)])
  }
}

/// Messages that stand at a field, which a form has only once.
struct FieldMessage: Sendable, Hashable {
  var field: String
  var messages: [IonMessage]
}

/// An answer that is no page: nothing but messages, so that there is no way on from it.
struct Refusal: Error, Sendable, Hashable {
  var status: Int
  var message: IonMessage

  init(_ status: Int, _ message: IonMessage) {
    self.status = status
    self.message = message
  }
}
