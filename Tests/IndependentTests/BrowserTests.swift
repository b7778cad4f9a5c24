import FlowCrypto
import Foundation
import Testing

/// The page of `flow serve` in a browser, by `page.py`.
@Suite struct BrowserTests {
  /// A browser: the value of `FLOW_BROWSER`, otherwise the default browser of the system.
  static let browser: String? = {
    let named = ProcessInfo.processInfo.environment["FLOW_BROWSER"].map { [$0] } ?? []
    return (named + ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"])
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  @Test(
    "A user watches a sign-in on the page, copies its code and approves a push",
    .enabled(if: RSA.isAvailable),
    .enabled(if: BrowserTests.browser != nil, "no browser here"),
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.hasPython("playwright"), "no playwright for Python here"))
  func page() throws {
    let flow = try #require(Tool.flow)
    let browser = try #require(BrowserTests.browser)
    let run = try Tool.python("page.py", [flow, browser])
    #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self))")
    #expect(String(decoding: run.output, as: UTF8.self).hasSuffix("done\n"))
  }
}
