#if canImport(SwiftUI)
import FlowSignIn
import FlowSignInTesting
import SwiftUI

/// The sample app with a user interface.
@main
struct SignInApp: App {
  @State private var model: SignInModel?

  var body: some Scene {
    WindowGroup {
      if let model {
        SignInView(model: model)
      } else {
        ProgressView().task { model = try? SignInApp.model() }
      }
    }
  }

  /// A model of a simulated org.
  ///
  /// An app for a real issuer has its `SignInConfiguration` here.
  private static func model() throws -> SignInModel {
    try SignInModel(SimulatedOrg().configuration, store: MemoryTokenStore())
  }
}

// Article: view
/// Draws the state of a sign-in.
struct SignInView: View {
  @ObservedObject var model: SignInModel

  var body: some View {
    Form {
      switch model.state {
      case .signedOut:
        Button("Sign in") { Task { await model.start() } }
      case .busy(let text):
        ProgressView(text)
        Button("Cancel", role: .cancel) { model.cancel() }
      case .asking(let question):
        QuestionView(question: question, answer: model.answer)
          .id(question)
      case .signedIn(let claims):
        Text("Signed in as \(claims?.name ?? claims?.username ?? "someone")")
        Button("Sign out") { Task { await model.signOut() } }
      case .failed(let failure):
        Text(failure.localizedDescription)
        if let suggestion = failure.recoverySuggestion { Text(suggestion) }
        Button("Try again") { Task { await model.start() } }
      }
    }
    .task { await model.launch() }
  }
}

/// Draws a question: its fields and buttons.
struct QuestionView: View {
  let question: Question
  let answer: (Reply) -> Void
  @State private var texts: [Int: String] = [:]

  var body: some View {
    Section(question.title ?? "") {
      ForEach(question.messages, id: \.self) { Text($0.text) }
      ForEach(question.showing, id: \.self) { Text($0.value.revealed).font(.title) }
      if let complaint = question.complaint { Text("Please \(complaint).") }
      ForEach(Array(question.fields.enumerated()), id: \.offset) { index, field in
        FieldView(field: field, text: $texts[index, default: field.value ?? ""])
      }
      if !question.fields.isEmpty {
        Button("Continue") {
          answer(.filled(question.fields.indices.map { texts[$0] ?? "" }))
        }
      }
    }
    Section {
      ForEach(question.buttons) { button in
        Button(button.title) { answer(button.reply) }
      }
    }
  }
}

/// Draws a field with the keyboard and the saved values of its purpose.
struct FieldView: View {
  let field: Question.Item
  @Binding var text: String

  var body: some View {
    if !field.accepted.isEmpty {
      Picker(field.label, selection: $text) {
        ForEach(field.accepted, id: \.self) { Text($0.title).tag($0.title) }
      }
    } else if field.isSecret {
      SecureField(field.label, text: $text)
    } else {
      TextField(field.label, text: $text)
        #if os(iOS)
      .textContentType(contentType)
      .textInputAutocapitalization(.never)
        #endif
    }
  }

  #if os(iOS)
  private var contentType: UITextContentType? {
    switch field.purpose {
    case .username: .username
    case .oneTimeCode: .oneTimeCode
    case .emailAddress: .emailAddress
    case .phoneNumber: .telephoneNumber
    case .password, .pin, .answer, .passkey, nil: nil
    }
  }
  #endif
}
// Article: end
#endif
