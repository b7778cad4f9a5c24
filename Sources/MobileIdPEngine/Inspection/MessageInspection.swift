public import FlowEngine

/// All mistakes in a text that should be a message, for a developer who debugs an app.
///
/// `AppMessage` stops at the first mistake. The inspection continues after each mistake and records
/// its location. It finds a mistake under a profile exactly if `AppMessage` refuses the text under
/// that profile.
public struct MessageInspection: Sendable, Hashable {
  /// A parameter as it appears in the text.
  public struct Parameter: Sendable, Hashable {
    /// The name as it appears in the text; `Secret.mask` if the pair isn't `NAME=value`, because
    /// all of it may be a value.
    public var name: String
    /// The known parameter with this name under either profile; `nil` if messages have no such
    /// parameter.
    public var known: MessageParameter?
    /// The value without escapes; `nil` if an escape is broken or the value isn't UTF-8.
    public var value: Secret?
    /// The parameter's location, in bytes of the text.
    public var range: Range<Int>
    /// The value's location, in bytes of the text.
    public var valueRange: Range<Int>
  }

  /// A mistake, or something that is probably not intended.
  public struct Finding: Sendable, Hashable {
    /// The kind of the fault; `nil` if a reader accepts the text in spite of the finding.
    public var kind: MessageFault.Kind?
    /// The parameter that the finding is about; `nil` if it is about the whole message.
    public var parameter: MessageParameter?
    /// One sentence in lower case that describes the finding without secrets.
    public var message: String
    /// The advice how to correct the text.
    public var help: String?
    /// The source of the rule: a decision, row or section of the flow's description.
    public var rule: String
    /// The finding's location, in bytes of the text.
    public var range: Range<Int>
    /// The profiles that refuse the text because of this finding; empty if every profile accepts
    /// it.
    public var profiles: Set<MessageProfile>
    /// A word that may be a misspelling of one of `candidates`.
    public var word: String?
    /// The correct words.
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

  /// The inspected text.
  public let bytes: [UInt8]
  /// Whether the text is the lines of a bundle, and not a URL.
  public let isBundle: Bool
  /// The URL's scheme, which identifies the receiver; `nil` for a bundle.
  public let scheme: URLScheme?
  /// The message's command: the command in the text, or else the command that the parameters imply.
  public let command: MessageCommand?
  /// The parameters, in the order of the text.
  public let parameters: [Parameter]
  /// All findings, in the order of their locations.
  public private(set) var findings: [Finding]

  /// Inspects a URL.
  ///
  /// - Parameter bytes: The text, which need not be UTF-8.
  public init(url bytes: [UInt8]) { self.init(MessageText(url: bytes)) }

  /// Inspects a bundle's lines: an optional line with the command, then lines `name=value`.
  ///
  /// - Parameter bytes: The lines, which need not be UTF-8.
  public init(bundle bytes: [UInt8]) { self.init(MessageText(bundle: bytes)) }

  /// Inspects a URL.
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

  /// The findings because of which a profile refuses the text.
  public func faults(_ profile: MessageProfile) -> [Finding] {
    findings.filter { $0.profiles.contains(profile) }
  }

  /// Whether a profile accepts the text as a message.
  public func isMessage(_ profile: MessageProfile) -> Bool { faults(profile).isEmpty }

  /// The last occurrence of a known parameter; `nil` if the text doesn't have it.
  public func parameter(_ known: MessageParameter) -> Parameter? {
    parameters.last { $0.known == known }
  }
}
