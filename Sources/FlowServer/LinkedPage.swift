import FlowHTTP

/// The page to which the link of an email leads.
///
/// The page shows the code to type elsewhere, the question whether the user signed in, or a
/// problem.
struct LinkedPage {
  private let json: JSON
  private let message: Int?
  private let guardWord: String

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - json: The org's answer.
  ///   - message: The number of the email; `nil` if it was deleted.
  ///   - guardWord: The guard word of the page's forms.
  init(_ json: JSON, message: Int?, guardWord: String) {
    self.json = json
    self.message = message
    self.guardWord = guardWord
  }

  /// The complete page.
  var document: HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>The link of an email</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/flow/page.css">
    </head>
    <body>
    <h1>\(app) <small>on another device</small></h1>
    <main><section>\(said)\(code)\(question)</section></main>
    </body>
    </html>

    """
  }

  private var app: String { json["app"]?["value"]?["label"]?.string ?? "Simulated org" }

  private var said: [HTML] {
    (json["messages"]?["value"]?.array ?? []).compactMap { message in
      message["message"]?.string.map { text -> HTML in "<p>\(text)</p>" }
    }
  }

  private var code: HTML {
    let about = json["currentAuthenticator"]?["value"]?["contextualData"]
    guard let code = about?["otp"]?.string else { return "" }
    return "<p class=\"code\"><code>\(code)</code></p>"
  }

  private var question: HTML {
    let form = json["remediation"]?["value"]?.array?.first
    guard form?["name"] == "email-challenge-consent", let message else { return "" }
    return """
      <p>Did you just try to sign in?</p>
      <form method="post" action="/flow/link">
      <input type="hidden" name="guard" value="\(guardWord)">
      <input type="hidden" name="message" value="\(message)">
      <button class="good" name="answer" value="approve">Yes, it\u{2019}s me</button>
      <button class="bad" name="answer" value="deny">No, it\u{2019}s not me</button></form>
      """
  }
}
