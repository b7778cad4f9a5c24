package import FlowHost
import FlowHTTP
import FlowInterpreter
package import FlowTerminal
import FlowSimulation
import FlowText
import IDXEngine

/// The traffic of a recording, in the form of a cassette.
package struct RecordedTraffic {
  private let recording: Recording

  /// Reads the traffic of a recording.
  package init(_ recording: Recording) {
    self.recording = recording
  }

  /// The traffic, from the first request to the last.
  ///
  /// - Parameter kept: The moves to include; `nil` for all.
  /// - Returns: The cassette; `nil` if nothing was sent, or not to an issuer.
  func cassette(of kept: [KeptMove]? = nil) -> Cassette? {
    let all = recording.exchanges
    guard !all.isEmpty, let issuer = recording.ended?.target.counterpart.configuration?.issuer
    else { return nil }
    guard let kept else { return CassetteTape.cassette(of: all, issuer: issuer, recording.masker) }
    let begun = RecordedTraffic.beginning(of: all)
    let marks = recording.marks
    var passed = Array(all[..<begun])
    for move in kept where marks.indices.contains(move.number) {
      let start = move.number == 0 ? begun : marks[move.number - 1].exchanges
      let end = marks[move.number].exchanges
      if start < end { passed += all[start..<end] }
    }
    let last = max(begun, marks.last?.exchanges ?? 0)
    passed += all[last...]
    return CassetteTape.cassette(of: passed, issuer: issuer, recording.masker)
  }

  /// The number of requests that begin a transaction: up to its first page.
  private static func beginning(of all: [CassetteTape.Passed]) -> Int {
    let isPage = { (passed: CassetteTape.Passed) in
      passed.request.url.path.hasSuffix("/introspect")
    }
    guard let first = all.firstIndex(where: isPage) else { return all.count }
    return all[first...].firstIndex { !isPage($0) } ?? all.count
  }

  /// Writes the cassette of a run of `flow run`.
  ///
  /// - Parameters:
  ///   - path: The path of the cassette.
  ///   - status: The status of the run.
  ///   - host: The host that prints problems.
  /// - Returns: The worse of this status and the status of writing the cassette. Nothing is written
  ///   if no flow ran.
  package func keep(at path: String, after status: ExitStatus, _ host: Host) -> ExitStatus {
    guard recording.ended != nil, status != .usage, !Task.isCancelled else { return status }
    guard let cassette = cassette() else {
      host.errors.print(
        usage(UsageFault(message: "nothing was sent to an issuer: there is no cassette")))
      return status.worse(.wrongScript)
    }
    return status.worse(RecordSession.write(cassette, to: path, host))
  }
}
