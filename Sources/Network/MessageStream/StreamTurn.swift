/// What message streams do at the end of a turn of the loop: send what was written in it, and tell who ended.
@NetworkLoop final class StreamTurn: TurnObserver {
  static let shared: StreamTurn = {
    let turn = StreamTurn()
    TurnEnd.add(turn)
    return turn
  }()

  private var unflushed: [MessageStream] = []
  private var ended: [MessageStream] = []

  func flushLater(_ stream: MessageStream) { unflushed.append(stream) }

  func tellLater(_ stream: MessageStream) { ended.append(stream) }

  func turnEnded() {
    // Who is told of an end may write elsewhere, and may begin another stream that ends.
    while !ended.isEmpty {
      let ended = ended
      self.ended = []
      for stream in ended { stream.handler.closed(code: stream.closing.code, reason: stream.closing.reason) }
    }
    let unflushed = unflushed
    self.unflushed.removeAll(keepingCapacity: true)
    for stream in unflushed { stream.flush() }
  }
}
