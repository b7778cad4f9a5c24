import OktaSimulator

/// Builds a matrix from the results of classes of users, and merges equal rows and columns.
struct MatrixBuilder {
  /// The result for a class of users in circumstances that give the same result.
  struct Case {
    var answer: MatrixAnswer
    /// The answer of the old org; `nil` if no orgs are compared.
    ///
    /// The next member is the difference.
    var before: MatrixAnswer?
    var change: Matrix.Change?
    /// The indices of the findings that the case shows.
    var marks: Set<Int> = []
    /// The route that shows the result; `nil` if there is none.
    var route: Route?
    /// The circumstances, each with its time.
    var points: [(point: MatrixPoint, clock: Duration)]
  }

  /// The part of a case that a cell shows.
  ///
  /// Cases with different routes can have equal content.
  private struct Content: Hashable {
    var answer: MatrixAnswer
    var before: MatrixAnswer?
    var change: Matrix.Change?
  }

  /// The content from a time on, and the index of the case that it comes from.
  private struct Phase {
    var clock: Duration
    var content: Int
    var place: Int
  }

  /// The contents of a cell over time.
  private struct Course: Hashable {
    var clocks: [Duration]
    var contents: [Int]
  }

  /// A class of users with its results.
  private struct Class {
    var kind: WalkKind
    var note: String
    /// The results, each with the number of its content.
    var cases: [(content: Int, case: Case)] = []
    /// For each circumstance, the times and the indices of the results that begin then.
    var known: [MatrixPoint: [(clock: Duration, place: Int)]] = [:]
  }

  /// A column that stands for one or more circumstances.
  struct MergedColumn {
    var group: MatrixGroup
    var points: [MatrixPoint]
    /// For each class of users, the number of the course of the cell in this column.
    fileprivate var courses: [Int]
  }

  private let words: RouteWords
  private var classes: [Class] = []
  private var contents: [Content: Int] = [:]
  private var points: [MatrixGroup: [MatrixPoint]] = [:]
  private var knownPoints: Set<MatrixPoint> = []

  /// Creates an empty table.
  ///
  /// - Parameter words: The words of the org. If two orgs are compared, the words of the new org.
  init(_ words: RouteWords) { self.words = words }

  /// Adds a class of users.
  ///
  /// - Parameters:
  ///   - kind: The class.
  ///   - note: What the users have in common.
  mutating func add(_ kind: WalkKind, note: String) {
    classes.append(Class(kind: kind, note: note))
  }

  /// Adds a result for the class that was added last.
  mutating func add(_ new: Case) {
    guard let row = classes.indices.last else { return }
    let content = Content(answer: new.answer, before: new.before, change: new.change)
    let index = contents[content] ?? contents.count
    contents[content] = index
    for (point, clock) in new.points {
      classes[row].known[point, default: []].append((clock, classes[row].cases.count))
      if knownPoints.insert(point).inserted { points[point.group, default: []].append(point) }
    }
    classes[row].cases.append((index, new))
  }

  /// Fills a matrix with rows, columns and cells.
  ///
  /// - Parameters:
  ///   - matrix: The matrix.
  ///   - labels: Returns the columns with their labels, in order. The index is the position in the
  ///     argument.
  ///   - witness: Returns the flow of a route; `nil` if no script can express it.
  func fill(
    _ matrix: inout Matrix, labels: ([MergedColumn]) -> [(column: Matrix.Column, index: Int)],
    witness: (Route) -> String?
  ) {
    let all = MatrixGroup.all.flatMap(columns)
    var columns: [MergedColumn] = []
    for (column, index) in labels(all) {
      matrix.columns.append(column)
      columns.append(all[index])
    }
    for row in rows(columns) {
      matrix.rows.append(label(row))
      matrix.cells.append(columns.map { cell(row, $0, witness) })
    }
  }

  // MARK: Columns

  /// Returns the columns of a group.
  ///
  /// Circumstances with the same results for every class are merged into one column.
  private func columns(_ group: MatrixGroup) -> [MergedColumn] {
    var numbers: [Course: Int] = [:]
    var columns: [MergedColumn] = []
    var places: [[Int]: Int] = [:]
    for point in points[group] ?? [] {
      let courses = classes.indices.map { row in
        let phases = phases(row, point)
        let course = Course(clocks: phases.map(\.clock), contents: phases.map(\.content))
        let number = numbers[course] ?? numbers.count
        numbers[course] = number
        return number
      }
      if let place = places[courses] {
        columns[place].points.append(point)
      } else {
        places[courses] = columns.count
        columns.append(MergedColumn(group: group, points: [point], courses: courses))
      }
    }
    return columns
  }

  /// Returns the results for a class in a circumstance, in order of time.
  private func phases(_ row: Int, _ point: MatrixPoint) -> [Phase] {
    var phases: [Phase] = []
    let times = (classes[row].known[point] ?? []).sorted { $0.clock < $1.clock }
    for (clock, place) in times {
      let content = classes[row].cases[place].content
      if phases.last?.content != content {
        phases.append(Phase(clock: clock, content: content, place: place))
      }
    }
    return phases
  }

  // MARK: Rows

  /// Returns the rows.
  ///
  /// Each row consists of the classes with the same result in every column.
  private func rows(_ columns: [MergedColumn]) -> [[Int]] {
    var rows: [[Int]] = []
    var places: [[Int]: Int] = [:]
    for index in classes.indices {
      // Users who sign up always have their own row.
      let key = columns.map { $0.courses[index] } + (classes[index].kind.logins.isEmpty ? [0] : [])
      if let place = places[key] {
        rows[place].append(index)
      } else {
        places[key] = rows.count
        rows.append([index])
      }
    }
    return rows
  }

  private func label(_ row: [Int]) -> Matrix.Row {
    let logins = row.flatMap { classes[$0].kind.logins }
    let notes = Set(row.map { classes[$0].note })
    return Matrix.Row(
      label: words.people(WalkKind(logins: UserLogins(logins))),
      note: notes.count == 1 ? notes.first ?? "" : "", logins: logins, classes: row.count)
  }

  // MARK: Cells

  private func cell(
    _ row: [Int], _ column: MergedColumn, _ witness: (Route) -> String?
  ) -> Matrix.Cell? {
    guard let point = column.points.first else { return nil }
    let phases = phases(row[0], point)
    guard !phases.isEmpty else { return nil }
    let cases = classes[row[0]].cases
    var cell = Matrix.Cell(
      phases: phases.indices.map { index in
        let own = cases[phases[index].place].case
        let next = index + 1 < phases.count ? phases[index + 1].clock : nil
        return Matrix.Phase(
          time: MatrixBuilder.span(from: phases[index].clock, until: next), answer: own.answer,
          before: own.before, change: own.change)
      })
    let shown = phases[cell.shown]
    if var route = cases[shown.place].case.route {
      route.start = point.start.start(of: route.start.index, at: shown.clock)
      cell.witness = witness(route)
    }
    for index in row {
      let places = column.points.flatMap { classes[index].known[$0] ?? [] }.map(\.place)
      for place in Set(places) { cell.marks.formUnion(classes[index].cases[place].case.marks) }
    }
    return cell
  }

  /// Returns a span of time in words; empty for all times.
  private static func span(from clock: Duration, until end: Duration?) -> String {
    let begin = clock > .zero ? "after \(RouteWords.passed(clock))" : ""
    let rest = end.map { "within \(RouteWords.passed($0))" } ?? ""
    return [begin, rest].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
