import FlowHTTP

/// The sign-in page of an authorization-code flow: the current IDX page as plain HTML forms,
/// without a script.
struct LoginPage {
  /// The path of the page.
  static let path = "/login"
  /// The prefix of the names of an IDX form's fields.
  ///
  /// It prevents collisions with other parameters.
  static let fieldPrefix = "field."

  private let page: JSON
  private let handle: String

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - page: The IDX page.
  ///   - handle: The handle that identifies the transaction.
  init(_ page: JSON, handle: String) {
    self.page = page
    self.handle = handle
  }

  /// Returns the page as a response with a status.
  func response(status: Int) -> HTTPResponse {
    let title = page["app"]?["value"]?["label"]?.string ?? "Simulated App"
    let forms = LoginForm.all(of: page).enumerated().map { html($0.offset, $0.element) }
    return LoginPage.response(
      status, title, "<h1>\(title)</h1>\(said)\(shown)\(forms)\(elsewhere)")
  }

  /// Returns a page with a title and a body.
  static func response(_ status: Int, _ title: String, _ body: HTML) -> HTTPResponse {
    let document: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      </head>
      <body>
      \(body)
      </body>
      </html>

      """
    return HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; img-src data:; base-uri 'none'; "
          + "frame-ancestors 'none'",
        "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
      ], body: .bytes(Array(document.markup.utf8)))
  }

  private func html(_ index: Int, _ form: LoginForm) -> HTML {
    let fields = form.fields.map { html($0) }
    return """
      <form method="post" action="\(LoginPage.path)">
      <input type="hidden" name="request" value="\(handle)">
      <input type="hidden" name="form" value="\(String(index))">
      \(fields)<button>\(form.label)</button>
      </form>

      """
  }

  private func html(_ field: LoginForm.Field) -> HTML {
    let name = LoginPage.fieldPrefix + field.name
    switch field.kind {
    // Shows a label only if it differs from the name of the field, such as a security question.
    case .fixed:
      return field.label == field.path.last ? "" : "<p>\(field.label)</p>\n"
    case .flag:
      return """
        <p><label><input type="checkbox" name="\(name)" value="true"> \(field.label)</label></p>

        """
    case .choice(let options):
      let choices = options.map { option -> HTML in
        "<option value=\"\(option.value)\">\(option.label)</option>"
      }
      return "<p><label>\(field.label) <select name=\"\(name)\">\(choices)</select></label></p>\n"
    case .text(let isSecret):
      let type = isSecret ? "password" : "text"
      return """
        <p><label>\(field.label) <input type="\(type)" name="\(name)" autocomplete="off"></label></p>

        """
    }
  }

  /// The messages of the page and of its fields, as HTML.
  private var said: [HTML] {
    var texts: [String] = []
    func collect(_ json: JSON) {
      for message in json["messages"]?["value"]?.array ?? [] {
        if let text = message["message"]?.string, !texts.contains(text) { texts.append(text) }
      }
      for field in json["value"]?.array ?? json["form"]?["value"]?.array ?? [] { collect(field) }
    }
    collect(page)
    for form in page["remediation"]?["value"]?.array ?? [] { collect(form) }
    return texts.map { text -> HTML in "<p role=\"alert\">\(text)</p>\n" }
  }

  /// The QR code and the key for an authenticator app, as HTML; empty if there are none.
  private var shown: HTML {
    let data = page["currentAuthenticator"]?["value"]?["contextualData"]
    let picture: HTML =
      data?["qrcode"]?["href"]?.string.map { "<p><img alt=\"QR code\" src=\"\($0)\"></p>\n" } ?? ""
    let key: HTML = data?["sharedSecret"]?.string.map { "<p>Key: <code>\($0)</code></p>\n" } ?? ""
    return "\(picture)\(key)"
  }

  /// Links to the identity providers on the page.
  private var elsewhere: [HTML] {
    (page["remediation"]?["value"]?.array ?? []).compactMap { form -> HTML? in
      guard form["name"] == "redirect-idp", let href = form["href"]?.string,
        let name = form["idp"]?["name"]?.string
      else { return nil }
      return "<p><a href=\"\(href)\">Sign in with \(name)</a></p>\n"
    }
  }
}
