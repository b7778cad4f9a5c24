import FlowHTTP

/// What a browser shows that opens the link of a mail: the code to type elsewhere, the question whether
/// it was them, or what is wrong.
struct LinkedPage {
  private let json: JSON
  private let message: Int?
  private let guardWord: String

  /// - Parameters:
  ///   - json: What the org answers.
  ///   - message: The number of the mail; `nil` where it is not kept any more.
  ///   - guardWord: What the page's own forms carry.
  init(_ json: JSON, message: Int?, guardWord: String) {
    self.json = json
    self.message = message
    self.guardWord = guardWord
  }

  /// The whole page.
  var document: HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>The link of a mail</title>
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
