import FlowText
import CommandSupport
import FlowEngine
import FlowHTTP
import FlowLock
import TestSupport
import Testing

@testable import FlowScript

/// Mailboxes from a run's point of view: a mail service, a folder, a command.
@Suite struct MailboxTests {
  // MARK: A mail service

  /// A mail service with Mailpit's API, the latest message first.
  private final class Service: Transport {
    private struct State {
      var messages: [JSON] = []
      var answer: Result<HTTPResponse, TransportFailure>?
      var requests: [HTTPRequest] = []
    }

    private let state = Mutex(State())

    var requests: [String] {
      state.withLock { $0.requests.map { "\($0.url.path)\($0.url.query.map { "?" + $0 } ?? "")" } }
    }

    /// Gives every request this answer from now on.
    func answers(_ answer: Result<HTTPResponse, TransportFailure>?) {
      state.withLock { $0.answer = answer }
    }

    func receive(
      _ id: String, to address: String = "jane@example.com", text: String = "", html: String = ""
    ) {
      let message: JSON = [
        "ID": .string(id), "From": ["Name": "", "Address": "okta@example.com"],
        "To": [["Name": "Jane", "Address": .string(address)]], "Cc": nil, "Bcc": [],
        "Subject": "Your code", "Text": .string(text), "HTML": .string(html),
      ]
      state.withLock { $0.messages.insert(message, at: 0) }
    }

    func remove(_ id: String) {
      state.withLock { $0.messages.removeAll { $0["ID"]?.string == id } }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      try state.withLock { (state) -> Result<HTTPResponse, TransportFailure> in
        state.requests.append(request)
        if let answer = state.answer { return answer }
        let path = request.url.path
        if path.hasSuffix("/api/v1/messages") {
          let list: JSON = [
            "total": .integer(state.messages.count), "start": 0,
            "messages": .array(Array(state.messages.prefix(100))),
          ]
          return .success(HTTPResponse(status: 200, body: .bytes(list.bytes())))
        }
        let found = state.messages.first {
          path.hasSuffix("/api/v1/message/" + ($0["ID"]?.string ?? ""))
        }
        guard let found else { return .success(HTTPResponse(status: 404)) }
        return .success(HTTPResponse(status: 200, body: .bytes(found.bytes())))
      }.get()
    }
  }

  private func mailbox(
    _ source: String, _ service: Service = Service(), allowsCommands: Bool = false
  ) throws -> Mailbox {
    try Mailbox(
      [source], allowsCommands: allowsCommands, commandTime: Patience.limit
    ) { service }
  }

  @Test("The latest message of a mail service that is for the user and has a code is used")
  func service() async throws {
    let service = Service()
    service.receive("old", text: "code 000000")
    let mailbox = try mailbox("http://127.0.0.1:8025/mail/", service)
    let mark = try await mailbox.mark()
    #expect(try await mailbox.newest("email", to: nil, after: mark) == nil)
    service.receive("a1", html: "<p>Your code is <b>111111</b></p>")
    service.receive("b-_2", to: "bob@example.com", text: "code 222222")
    service.receive("c3", text: "Your account was used: https://acme.example/help")
    let item = try #require(
      try await mailbox.newest("email", to: "Jane@example.com", after: mark))
    #expect(item.code?.reveal() == "111111")
    #expect(try await mailbox.newest("email", to: nil, after: mark)?.code?.reveal() == "222222")
    #expect(item.number > mark)
    #expect(
      try await mailbox.newest("email", to: "jane@example.com", after: item.number)?.link?.reveal()
        == "https://acme.example/help")
    // Each message is read once, and only the user's own.
    #expect(
      service.requests.filter { $0.contains("/message/") } == [
        "/mail/api/v1/message/c3", "/mail/api/v1/message/a1", "/mail/api/v1/message/b-_2",
      ])
    #expect(service.requests.first == "/mail/api/v1/messages?limit=100")
  }

  @Test("A message that enters the list when newer ones are deleted is an old one")
  func window() async throws {
    let service = Service()
    for index in 0..<120 { service.receive("m\(index)", text: "code 000000") }
    let mailbox = try mailbox("http://127.0.0.1:8025", service)
    let mark = try await mailbox.mark()
    for index in 60..<110 { service.remove("m\(index)") }
    #expect(try await mailbox.newest("email", to: nil, after: mark) == nil)
    service.receive("new", text: "code 123456")
    #expect(try await mailbox.newest("email", to: nil, after: mark)?.code?.reveal() == "123456")
  }

  @Test("A message that is deleted before it is read is skipped")
  func deleted() async throws {
    let service = Service()
    let mailbox = try mailbox("http://127.0.0.1:8025", service)
    service.receive("../x", text: "code 111111")
    #expect(try await mailbox.newest("email", to: nil, after: 0) == nil)
    #expect(!service.requests.contains { $0.contains("..") })
  }

  static let answers: [(Result<HTTPResponse, TransportFailure>, String)] = [
    (.failure(.unreachable("connection refused")), "can't be reached: connection refused"),
    (.failure(.timedOut(.seconds(10))), "can't be reached: no answer in 10 s"),
    (.success(HTTPResponse(status: 500)), "answered with the HTTP status 500"),
    (.success(HTTPResponse(status: 404)), "answered with the HTTP status 404"),
    (.success(HTTPResponse(status: 302)), "answered with the HTTP status 302"),
    (.success(HTTPResponse(status: 200)), "isn't a supported inbox"),
    (
      .success(HTTPResponse(status: 200, body: .bytes(Array("<html>".utf8)))),
      "isn't a supported inbox"
    ),
    (
      .success(HTTPResponse(status: 200, body: .json(["messages": "none"]))),
      "isn't a supported inbox"
    ),
    (
      .success(HTTPResponse(status: 200, body: .json(["messages": [["Id": 1]]]))),
      "isn't a supported inbox"
    ),
  ]

  @Test("A service that can't be reached, or answers nonsense, is a failure", arguments: answers)
  func badService(answer: Result<HTTPResponse, TransportFailure>, message: String) async throws {
    let service = Service()
    service.answers(answer)
    let mailbox = try mailbox("http://127.0.0.1:8025", service)
    let failure = await #expect(throws: PlainFailure.self) { try await mailbox.mark() }
    #expect(failure?.message.contains("http://127.0.0.1:8025") == true)
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    #expect(failure?.help != nil)
  }

  @Test("A refused certificate is trusted with --ca-file; nothing else is reported about it")
  func certificate() async throws {
    let service = Service()
    service.answers(.failure(.insecure("self-signed certificate")))
    let mailbox = try mailbox("https://mail.example", service)
    let refused = await #expect(throws: PlainFailure.self) { try await mailbox.mark() }
    #expect(refused?.help?.contains("`--ca-file FILE`") == true, "\(refused?.help ?? "")")
    service.answers(.failure(.unreachable("connection refused")))
    let away = await #expect(throws: PlainFailure.self) { try await mailbox.mark() }
    #expect(away?.help?.contains("ca-file") == false)
  }

  // MARK: A folder

  @Test("The new mails of a maildir are read, even if a mail reader has moved them")
  func maildir() async throws {
    let folder = try TemporaryFolder()
    let old = "Subject: Code 000000\n\n"
    _ = try folder.write("mail/new/1700000000.a.host", old)
    _ = try folder.write("mail/cur/1700000001.b.host:2,S", old)
    let mailbox = try mailbox("maildir:\(folder.path)/mail")
    let mark = try await mailbox.mark()
    #expect(try await mailbox.newest("email", to: nil, after: mark) == nil)
    _ = try folder.write("mail/cur/1700000000.a.host:2,FS", old)
    _ = try folder.write("mail/new/.hidden", "code 999999")
    _ = try folder.makeFolder("mail/new/1700000003.folder")
    #expect(try await mailbox.newest("email", to: nil, after: mark) == nil)
    _ = try folder.write(
      "mail/new/1700000002.c.host", "To: jane@example.com\nSubject: a\n\nYour code is 123456")
    let item = try await mailbox.newest("email", to: "jane@example.com", after: mark)
    #expect(item?.code?.reveal() == "123456")
    #expect(try await mailbox.newest("email", to: "bob@example.com", after: mark) == nil)
    #expect(try await mailbox.newest("email", to: nil, after: item?.number ?? 0) == nil)
  }

  @Test("A missing folder and an invalid maildir are failures", arguments: ["missing", "."])
  func badMaildir(name: String) async throws {
    let folder = try TemporaryFolder()
    let mailbox = try mailbox("maildir:\(folder.path)/\(name)")
    let failure = await #expect(throws: PlainFailure.self) { try await mailbox.mark() }
    #expect(failure?.message.contains(folder.path) == true)
    #expect(failure?.help?.contains("`new` and `cur`") == true)
  }

  // MARK: Channels and sources

  @Test("A mailbox takes no text messages, a command takes everything, and both combine")
  func channels() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sms", "")
    let service = Service()
    let mail = try mailbox("http://127.0.0.1:8025", service)
    #expect(mail.unavailability(of: "email") == nil)
    #expect(mail.unavailability(of: "sms")?.help?.contains("command:") == true)
    #expect(try await mail.newest("sms", to: nil, after: 0) == nil)
    let both = try Mailbox(
      ["http://127.0.0.1:8025", "command:/bin/cat '\(file)'"], allowsCommands: true,
      commandTime: Patience.limit
    ) { service }
    #expect(both.unavailability(of: "voice") == nil)
    let mark = try await both.mark()
    _ = try folder.write("sms", "Your code: 123456")
    service.receive("a", text: "code 654321")
    #expect(try await both.newest("sms", to: nil, after: mark)?.code?.reveal() == "123456")
    #expect(try await both.newest("email", to: nil, after: mark)?.code?.reveal() == "654321")
  }

  @Test("A command's output from before the step isn't used, and nothing is used twice")
  func command() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sms", "code 000000")
    let mailbox = try mailbox("command:/bin/cat \(file)", allowsCommands: true)
    let mark = try await mailbox.mark()
    #expect(try await mailbox.newest("sms", to: nil, after: mark) == nil)
    _ = try folder.write("sms", "")
    #expect(try await mailbox.newest("sms", to: nil, after: mark) == nil)
    _ = try folder.write("sms", "code 000000")
    #expect(try await mailbox.newest("sms", to: nil, after: mark) == nil)
    _ = try folder.write("sms", "code 111111")
    let item = try #require(try await mailbox.newest("sms", to: nil, after: mark))
    #expect(item.code?.reveal() == "111111")
    #expect(try await mailbox.newest("sms", to: nil, after: item.number) == nil)
    _ = try folder.write("sms", "To: jane@example.com\nSubject: 222222 is your code\n\n")
    #expect(
      try await mailbox.newest("email", to: "jane@example.com", after: item.number)?.code?.reveal()
        == "222222")
  }

  @Test("A failing command is reported with its error output")
  func badCommand() async throws {
    let mailbox = try mailbox("command:/bin/cat /no/such/file", allowsCommands: true)
    let failure = await #expect(throws: PlainFailure.self) { try await mailbox.mark() }
    #expect(failure?.message.contains("`/bin/cat` ended with status 1") == true)
    #expect(failure?.message.contains("/no/such/file") == true)
  }

  static let sources: [(String, String)] = [
    ("", "isn't an inbox"), ("mailpit", "`mailpit` isn't an inbox"), ("maildir:", "needs a folder"),
    ("ftp://127.0.0.1/", "isn't an inbox"), ("http://127.0.0.1/?a", "can't have a query"),
    ("http://mail.example:8025", "plain http is allowed only on this machine"),
    ("https://jane:canary@mail.example", "can't contain a user name"),
    ("command:/bin/cat", "which is not allowed"),
  ]

  @Test("An invalid inbox is refused, without its password", arguments: sources)
  func badSource(source: String, message: String) {
    let failure = #expect(throws: PlainFailure.self) { try Mailbox(source) }
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    #expect(failure?.message.contains("canary") == false)
    #expect(failure?.help != nil)
  }

  @Test("A command without words is refused", arguments: ["command:", "command: ", "command:a 'b"])
  func emptyCommand(source: String) {
    let failure = #expect(throws: PlainFailure.self) {
      try mailbox(source, allowsCommands: true)
    }
    #expect(failure?.message.contains("needs a valid command") == true)
  }
}
