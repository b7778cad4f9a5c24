/// The status and the messages of the page that answers a request.
struct Reply: Sendable, Hashable {
  var status = 200
  /// The messages at the top of the page.
  var messages: [IonMessage] = []
  /// The messages at fields of a form.
  var fields: [FieldMessage] = []

  /// The next page, without messages.
  static let next = Reply()

  static func say(_ status: Int, _ message: IonMessage) -> Reply {
    Reply(status: status, messages: [message])
  }

  static func say(_ status: Int, _ messages: IonMessage..., at field: String) -> Reply {
    Reply(status: status, fields: [FieldMessage(field: field, messages: messages)])
  }
}

/// The messages at one field.
///
/// Each field occurs only once in a form.
struct FieldMessage: Sendable, Hashable {
  var field: String
  var messages: [IonMessage]
}

/// An error response without a page: it contains only a message and no next step.
struct Refusal: Error, Sendable, Hashable {
  var status: Int
  var message: IonMessage

  init(_ status: Int, _ message: IonMessage) {
    self.status = status
    self.message = message
  }
}
