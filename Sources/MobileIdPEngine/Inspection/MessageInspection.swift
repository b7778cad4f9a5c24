public import FlowEngine

/// A text that may be a message, with all that is wrong with it, for someone who debugs an app.
///
/// A reader stops at the first mistake, as it must; this goes on behind each, and knows where it
/// stands. It finds a mistake under a profile where `AppMessage` refuses the text under it, and
/// none if that reads it.
public struct MessageInspection: Sendable, Hashable {
  /// A parameter as it stands.
  public struct Parameter: Sendable, Hashable {
    /// Its name as it stands; `Secret.mask` if the pair isn't `NAME=value`: all of it may be a
    /// value.
    public var name: String
    /// What the name stands for under either profile; `nil` if no message has it.
    public var known: MessageParameter?
    /// Its value without escapes; `nil` if it can't be read.
    public var value: Secret?
    /// Where it stands, in bytes of the text.
    public var range: Range<Int>
    /// Where its value stands.
    public var valueRange: Range<Int>
  }

  /// One thing that is wrong, or that is probably not meant.
  public struct Finding: Sendable, Hashable {
    /// What is wrong; `nil` for what is read all the same.
    public var kind: MessageFault.Kind?
    /// The parameter that it is about; `nil` if it is about the whole.
    public var parameter: MessageParameter?
    /// One sentence in lower case, without secrets.
    public var message: String
    /// What to do about it.
    public var help: String?
    /// The decision, row or section of the flow's description that says so.
    public var rule: String
    /// Where it stands, in bytes of the text.
    public var range: Range<Int>
    /// Under which profiles the text is refused for it; none for what is read all the same.
    public var profiles: Set<MessageProfile>
    /// A word that may be a slip, with those that would have been right.
    public var word: String?
    /// The words that would have been right.
    public var candidates: [String]

    init(
      _ kind: MessageFault.Kind?, _ message: String, rule: String, at range: Range<Int>,
      help: String? = nil, word: String? = nil, candidates: [String] = []
    ) {
      self.kind = kind
      self.message = message
      self.rule = rule
      self.range = range
      self.help = help
      self.word = word
      self.candidates = candidates
      profiles = kind == nil ? [] : Set(MessageProfile.allCases)
    }
  }

  /// The text.
  public let bytes: [UInt8]
  /// Whether it is a bundle's lines.
  public let isBundle: Bool
  /// Whom a URL is for.
  public let scheme: URLScheme?
  /// What it is for: as it says, or else as its parameters tell.
  public let command: MessageCommand?
  /// The parameters, in their order.
  public let parameters: [Parameter]
  /// All that is wrong, in the order of the places.
  public private(set) var findings: [Finding]

  /// Looks at a URL.
  ///
  /// - Parameter bytes: The text, which need not be UTF-8.
  public init(url bytes: [UInt8]) { self.init(MessageText(url: bytes)) }

  /// Looks at a bundle: lines `name=value`, before them one with the command alone, which may be
  /// left out.
  ///
  /// - Parameter bytes: The lines, which need not be UTF-8.
  public init(bundle bytes: [UInt8]) { self.init(MessageText(bundle: bytes)) }

  /// Looks at a URL.
  public init(_ url: MessageURL) { self.init(url: Array(url.reveal().utf8)) }

  private init(_ text: MessageText) {
    bytes = text.bytes
    isBundle = text.isBundle
    scheme = text.scheme
    command = text.command
    parameters = text.parts.map { part in
      let hasName = part.hasName
      return Parameter(
        name: hasName ? part.name ?? part.rawName : Secret.mask,
        known: MessageParameter(name: part.name ?? part.rawName, .ios),
        value: hasName ? part.value.map(Secret.init) : Secret(text.text(part.range)),
        range: part.range, valueRange: hasName ? part.valueRange : part.range)
    }
    findings = text.findings
    guard let command = text.command, bytes.count <= MessageLimits.urlBytes else { return }
    for profile in MessageProfile.allCases {
      var reading = RepairedReading(text, command, profile)
      for finding in reading.all() { add(finding) }
    }
    findings += ParameterNotes.all(text, command)
    findings.sort { ($0.range.lowerBound, $0.message) < ($1.range.lowerBound, $1.message) }
  }

  private mutating func add(_ finding: Finding) {
    let known = findings.firstIndex {
      $0.kind == finding.kind && $0.parameter == finding.parameter && $0.range == finding.range
        && $0.message == finding.message
    }
    if let known {
      findings[known].profiles.formUnion(finding.profiles)
    } else {
      findings.append(finding)
    }
  }

  /// What the text is refused for under a profile.
  public func faults(_ profile: MessageProfile) -> [Finding] {
    findings.filter { $0.profiles.contains(profile) }
  }

  /// Whether the text is a message under a profile.
  public func isMessage(_ profile: MessageProfile) -> Bool { faults(profile).isEmpty }

  /// The last parameter of a name.
  public func parameter(_ known: MessageParameter) -> Parameter? {
    parameters.last { $0.known == known }
  }
}
