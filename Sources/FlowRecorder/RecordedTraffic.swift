package import FlowHost
import FlowHTTP
import FlowInterpreter
package import FlowTerminal
import FlowSimulation
import FlowText
import IDXEngine

/// Makes cassettes from the requests and responses of a recording.
package struct RecordedTraffic {
  private let recording: Recording

  /// Makes cassettes from a recording.
  package init(_ recording: Recording) {
    self.recording = recording
  }

  /// The cassette from the first request to the last.
  ///
  /// - Parameter kept: The moves whose requests to include; `nil` for all.
  /// - Returns: The cassette; `nil` if nothing was sent, or if the run had no issuer.
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

  /// The number of requests from the first one to the first page of the transaction.
  private static func beginning(of all: [CassetteTape.Passed]) -> Int {
    let isPage = { (passed: CassetteTape.Passed) in
      passed.request.url.path.hasSuffix("/introspect")
    }
    guard let first = all.firstIndex(where: isPage) else { return all.count }
    return all[first...].firstIndex { !isPage($0) } ?? all.count
  }

  /// Writes the cassette after a run of `flow run`.
  ///
  /// If no flow ran, nothing is written.
  ///
  /// - Parameters:
  ///   - path: The path of the cassette.
  ///   - status: The status of the run.
  ///   - host: The host on which problems are printed.
  /// - Returns: The worse of the run's status and the status of writing the cassette.
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
