/// The messages on the page after a request.
struct Reply: Sendable, Hashable {
  var status = 200
  /// The messages above the forms.
  var messages: [IonMessage] = []
  /// The messages at fields.
  var fields: [FieldMessage] = []

  /// The next page, without a message.
  static let next = Reply()

  static func say(_ status: Int, _ message: IonMessage) -> Reply {
    Reply(status: status, messages: [message])
  }

  static func say(_ status: Int, _ messages: IonMessage..., at field: String) -> Reply {
    Reply(status: status, fields: [FieldMessage(field: field, messages: messages)])
  }
}

/// The messages at a field.
///
/// A form has each field only once.
struct FieldMessage: Sendable, Hashable {
  var field: String
  var messages: [IonMessage]
}

/// An answer that isn't a page: only messages, without a next step.
struct Refusal: Error, Sendable, Hashable {
  var status: Int
  var message: IonMessage

  init(_ status: Int, _ message: IonMessage) {
    self.status = status
    self.message = message
  }
}
