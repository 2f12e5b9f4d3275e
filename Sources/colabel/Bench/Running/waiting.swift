import Network

/// Whether the condition came true in time; it is looked at a hundred times a second, or as often as one says.
@NetworkLoop func wait(
  _ time: Duration, every interval: Duration = .milliseconds(10), until isTrue: () -> Bool
) async -> Bool {
  let deadline = ContinuousClock.now + time
  while !isTrue() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: interval)
  }
  return true
}

/// Whether the condition came true before nothing happened for so long: `progress` is what must change.
@NetworkLoop func wait(whileMoving patience: Duration, _ progress: () -> Int, until isTrue: () -> Bool) async
  -> Bool
{
  while true {
    let before = progress()
    if await wait(patience, until: { isTrue() || progress() != before }), isTrue() { return true }
    if progress() == before { return isTrue() }
  }
}
