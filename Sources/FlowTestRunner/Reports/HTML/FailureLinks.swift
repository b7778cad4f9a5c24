import FlowHTTP

/// The failed flows as a list at the top of the page: flows with the same errors under one error.
struct FailureLinks {
  private var groups: [Group] = []
  private var places: [FlowReport.FailureIdentity: Int] = [:]
  /// The number of flows in the list.
  private(set) var count = 0

  /// Flows with the same errors.
  private struct Group {
    var reason: String
    var links: [HTML]
  }

  /// Adds a failed flow.
  mutating func add(_ flow: FlowReport, anchor: HTML) {
    count += 1
    let link: HTML = "<a href=\"#\(anchor)\">\(flow.name)</a>"
    let identity = flow.failureIdentity
    if let identity, let place = places[identity] {
      groups[place].links.append(link)
      return
    }
    if let identity { places[identity] = groups.count }
    groups.append(Group(reason: flow.reason ?? "", links: [link]))
  }

  /// The list's items.
  var html: HTML {
    let items = groups.map { group -> HTML in
      guard group.links.count > 1 else {
        return "<li>\(group.links) <small>\(group.reason)</small></li>\n"
      }
      let links = group.links.map { link -> HTML in "<li>\(link)</li>\n" }
      return """
        <li>\(group.links.count) flows: <small>\(group.reason)</small>
        <ul>\(links)</ul></li>

        """
    }
    return "\(items)"
  }
}
