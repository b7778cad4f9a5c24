import FlowSignIn

// Article: buttons
/// A button of a question: an option, or another way to continue.
struct QuestionButton: Sendable, Hashable, Identifiable {
  let id: Int
  let title: String
  let reply: Reply
}

extension Question {
  /// The buttons, the options first.
  ///
  /// An option with several methods has a button for each.
  var buttons: [QuestionButton] {
    var buttons: [QuestionButton] = []
    func add(_ title: String, _ reply: Reply) {
      buttons.append(QuestionButton(id: buttons.count, title: title, reply: reply))
    }
    for (index, option) in options.enumerated() {
      let title = ([option.title] + option.details).joined(separator: " ")
      if option.methods.count < 2 { add(title, .chose(index, method: nil)) }
      for (method, subject) in option.methods.enumerated() where option.methods.count > 1 {
        add("\(title), \(subject.title)", .chose(index, method: method))
      }
    }
    for (index, alternative) in alternatives.enumerated() {
      add(alternative.text, .other(index))
    }
    return buttons
  }
}

extension Question.Alternative {
  /// The text of the button.
  ///
  /// An app translates it.
  fileprivate var text: String {
    switch way {
    case .skip: "Not now"
    case .resend, .send: "Send a code"
    case .recover: "Forgot your password?"
    case .unlock: "Unlock your account"
    case .signUp: "Create an account"
    case .chooseOther: "Use something else"
    case .back: "Back"
    case .cancel: "Cancel"
    case .identityProvider, .other: title
    }
  }
}
// Article: end
