import Testing

@testable import colabel

@Suite("Latencies")
struct LatencyHistogramTests {
  @Test("A quantile is at most 1/32 above the true one", arguments: [0.5, 0.9, 0.99])
  func quantiles(share: Double) {
    var histogram = LatencyHistogram()
    for microseconds in 1...10_000 { histogram.add(.microseconds(microseconds)) }
    let exact = share * 10_000
    let found = histogram.quantile(share) / .microseconds(1)
    #expect(found >= exact)
    #expect(found <= exact * (1 + 1.0 / 32) + 1)
  }

  @Test("The longest is exact, and bounds every quantile")
  func longest() {
    var histogram = LatencyHistogram()
    histogram.add(.microseconds(100_001))
    #expect(histogram.longest == .microseconds(100_001))
    #expect(histogram.quantile(0.5) == .microseconds(100_001))
  }

  @Test("Without durations there is nothing to tell")
  func empty() {
    #expect(LatencyHistogram().quantile(0.5) == .zero)
  }

  @Test("The shortest and the longest durations have a place")
  func extremes() {
    var histogram = LatencyHistogram()
    histogram.add(.seconds(-1))
    histogram.add(.seconds(1_000_000_000))
    #expect(histogram.count == 2)
    #expect(histogram.quantile(0.1) == .zero)
  }

  @Test("What was counted since an earlier state is counted alone")
  func since() {
    var histogram = LatencyHistogram()
    for _ in 0..<100 { histogram.add(.milliseconds(1)) }
    let before = histogram
    for _ in 0..<10 { histogram.add(.milliseconds(50)) }
    let after = histogram.since(before)
    #expect(after.count == 10)
    #expect(after.quantile(0.01) >= .milliseconds(50))
  }
}
