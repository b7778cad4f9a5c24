import Testing

@testable import FlowTestRunner

@Suite("The distribution of a run's tests to workers")
struct TestRunTests {
  private static func order(_ files: [Int]) -> [TestSuite.Item] {
    files.enumerated().flatMap { file, count in
      (0..<count).map { TestSuite.Item(file: file, test: $0, id: file * 100 + $0) }
    }
  }

  private func names(_ items: [TestSuite.Item?]) -> [String] {
    items.map { $0.map { "\($0.file).\($0.test)" } ?? "-" }
  }

  @Test("One worker takes all tests in their order")
  func one() {
    let run = TestRun(Self.order([2, 1, 2]))
    var worker = TestRun.Worker()
    let taken = (0..<6).map { _ in run.take(&worker) }
    #expect(names(taken) == ["0.0", "0.1", "1.0", "2.0", "2.1", "-"])
  }

  @Test("Each stays with its file, then takes the next file, then helps where most tests are left")
  func several() {
    let run = TestRun(Self.order([4, 1, 3]))
    var (first, second) = (TestRun.Worker(), TestRun.Worker())
    #expect(names([run.take(&first), run.take(&second)]) == ["0.0", "1.0"])
    #expect(names([run.take(&second), run.take(&first)]) == ["2.0", "0.1"])
    var third = TestRun.Worker()
    // Two of each file remain.
    let helped = names([run.take(&third), run.take(&third)])
    #expect(helped == ["0.2", "0.3"] || helped == ["2.1", "2.2"])
    let rest = names((0..<3).map { _ in run.take(&first) })
    #expect(rest == (helped[0] == "0.2" ? ["2.1", "2.2", "-"] : ["0.2", "0.3", "-"]))
    #expect(names([run.take(&second), run.take(&third)]) == ["-", "-"])
  }

  @Test("With any number of workers, each test is taken once")
  func once() {
    let order = Self.order([0, 5, 1, 0, 9, 2, 7])
    for workers in 1...8 {
      let run = TestRun(order)
      var all = Array(repeating: TestRun.Worker(), count: workers)
      var taken: [Int] = []
      var turn = 0
      while taken.count < order.count {
        // The first takes three while the others take one.
        let index = turn % (workers + 2) < workers ? turn % (workers + 2) : 0
        if let item = run.take(&all[index]) { taken.append(item.id) }
        turn += 1
        guard turn < 1000 else { break }
      }
      #expect(taken.sorted() == order.map(\.id).sorted())
    }
  }

  @Test("Nothing is taken after the end, and the first reason counts")
  func end() {
    let run = TestRun(Self.order([3]))
    var worker = TestRun.Worker()
    #expect(run.take(&worker) != nil)
    run.end(.failFast)
    run.end(.interrupted)
    #expect(run.take(&worker) == nil)
    #expect(run.stop == .failFast)
  }

  @Test("A run without tests has nothing to take")
  func nothing() {
    var worker = TestRun.Worker()
    #expect(TestRun([]).take(&worker) == nil)
  }
}
