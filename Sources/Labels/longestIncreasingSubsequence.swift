/// The longest subsequence of distinct numbers that increases; the same one every time. O(n log n).
func longestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  /// By length less one, where the subsequence of that length ends whose last number is the least.
  var ends: [Int] = []
  /// For each place the one before it in its subsequence.
  var previous = [Int?](repeating: nil, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[place] = ends[low - 1] }
    if low < ends.count { ends[low] = place } else { ends.append(place) }
  }
  var subsequence: [Int] = []
  var place = ends.last
  while let last = place {
    subsequence.append(numbers[last])
    place = previous[last]
  }
  return subsequence.reversed()
}
