/// Waits until a condition holds, and says whether it did before the deadline.
func eventually(within limit: Duration = .seconds(60), _ condition: () async throws -> Bool) async rethrows
  -> Bool
{
  let deadline = ContinuousClock.now.advanced(by: limit)
  while ContinuousClock.now < deadline {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return false
}
