import LabelClient
import LabelEngine
import LabelWire
import Labels
import Network
import Testing

@Suite("The reconnecting client")
struct LabelClientTests {
  /// Welcomes everybody with an empty list, and applies the first edit.
  @NetworkLoop static func hospitable(_ server: ScriptedServer) {
    server.answer = { message, connection in
      if message.hello != nil {
        connection.send(Words.welcome())
        connection.send(Words.emptySnapshot)
      }
      if message.edit?.sequence == 1 { connection.send(Words.inserted(1)) }
    }
  }

  @Test("An edit shows at once, and is told and confirmed when the server has applied it")
  func edits() async throws {
    try await Conversation.run(script: Self.hospitable) { conversation, client in
      let sequence = try client.edit(Words.insert(1))
      #expect(Array(client.visible.labels) == [Words.label(1)])
      #expect(client.confirmed.count == 0)
      try await conversation.eventually { client.pendingCount == 0 }
      #expect(Array(client.confirmed.labels) == [Words.label(1)])
      #expect(
        conversation.notices == [.settled(sequence, Words.insert(1), Outcome(.applied, asOf: 1))])
      #expect(client.state == .online)
      #expect(client.author == 7)
      #expect(client.revision == 1)
    }
  }

  @Test("Outcomes are acknowledged, and beats answered")
  func acknowledges() async throws {
    try await Conversation.run(script: Self.hospitable) { conversation, client in
      try client.edit(Words.insert(1))
      try await conversation.eventually { client.pendingCount == 0 }
      conversation.server.connections[0].send(.beat)
      try await conversation.eventually { conversation.server.received(0).contains(.beat) }
      #expect(conversation.server.received(0).contains(.acknowledge(through: 1)))
    }
  }

  @Test("After a lost connection, the client resumes, and sends what is pending under the same sequence")
  func resumes() async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { [unowned server] message, connection in
        if message.hello != nil {
          connection.send(Words.welcome())
          connection.send(Words.emptySnapshot)
        }
        guard message.edit != nil else { return }
        if server.connections.count == 1 {
          connection.close(.goingAway)
        } else {
          connection.send(Words.inserted(1))
        }
      }
    }
    try await Conversation.run(script: script) { conversation, client in
      try client.edit(Words.insert(1))
      try await conversation.eventually { client.pendingCount == 0 }
      let hellos = (0...1).compactMap { conversation.server.received($0).first?.hello }
      #expect(hellos.count == 2)
      #expect(hellos.first?.client == hellos.last?.client)
      #expect(hellos.last?.isClaimed == true)
      #expect(hellos.last?.resume == Words.point)
      let edits = (0...1).map { conversation.server.received($0).compactMap(\.edit) }
      #expect(edits[0] == edits[1])
      #expect(client.confirmed.count == 1)
    }
  }

  @Test("A client that was replaced stays closed, and says so")
  func replaced() async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { _, connection in connection.close(.replaced) }
    }
    try await Conversation.run(script: script) { conversation, client in
      try await conversation.eventually { client.state == .stopped }
      guard case .stopped = try #require(conversation.events.last) else {
        Issue.record("the last event is \(conversation.events)")
        return
      }
      client.start()
      try await conversation.eventually { conversation.server.connections.count == 2 }
    }
  }

  @Test(
    "A client that the server does not know, or takes for another, goes on as a new one with its unsent edits",
    arguments: [Disconnect.clientExpired, .wrongSecret])
  func becomesNew(reason: Disconnect) async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { [unowned server] message, connection in
        if server.connections.count == 1 { return connection.close(reason) }
        guard message.hello != nil else { return }
        connection.send(Words.welcome())
        connection.send(Words.emptySnapshot)
      }
    }
    try await Conversation.run(script: script) { conversation, client in
      try client.edit(Words.insert(1))
      try await conversation.eventually { !conversation.server.received(1).compactMap(\.edit).isEmpty }
      let hellos = (0...1).compactMap { conversation.server.received($0).first?.hello }
      #expect(hellos.count == 2)
      #expect(hellos.first?.client != hellos.last?.client)
      #expect(hellos.first?.secret != hellos.last?.secret)
      #expect(hellos.last?.isClaimed == false)
    }
  }

  @Test("An edit that closes the connection twice is withdrawn under its sequence")
  func withdraws() async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { message, connection in
        if message.hello != nil {
          connection.send(Words.welcome())
          connection.send(Words.emptySnapshot)
        }
        guard let edit = message.edit, edit.content != .success(.withdraw) else { return }
        connection.close(.badMessage)
      }
    }
    try await Conversation.run(script: script) { conversation, client in
      try client.edit(Words.insert(1))
      try await conversation.eventually { !conversation.server.received(2).compactMap(\.edit).isEmpty }
      let edit = conversation.server.received(2).compactMap(\.edit).first
      #expect(edit?.sequence == 1)
      #expect(edit?.content == .success(.withdraw))
    }
  }

  @Test("A server that cannot store is not taken for an edit's fault")
  func keepsTrying() async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { message, connection in
        if message.hello != nil {
          connection.send(Words.welcome())
          connection.send(Words.emptySnapshot)
        }
        if message.edit != nil { connection.close(.storeUnavailable) }
      }
    }
    try await Conversation.run(script: script) { conversation, client in
      try client.edit(Words.insert(1))
      try await conversation.eventually { !conversation.server.received(2).compactMap(\.edit).isEmpty }
      #expect(conversation.server.received(2).compactMap(\.edit).first?.content == .success(Words.insert(1)))
    }
  }

  @Test("A server that is silent for two beats is left for a new connection")
  func silence() async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { message, connection in
        if message.hello != nil { connection.send(Words.welcome(beatSeconds: 1)) }
      }
    }
    try await Conversation.run(script: script) { conversation, client in
      try await conversation.eventually { conversation.server.received(1).first?.hello != nil }
      #expect(conversation.server.connections[0].isClosed)
    }
  }

  @Test(
    "After what makes no sense, the client connects again and asks for the whole list",
    arguments: [Words.inserted(1, revision: 5).json, Words.inserted(1, revision: 0).json])
  func distrusts(message: [UInt8]) async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { [unowned server] received, connection in
        guard received.hello != nil else { return }
        connection.send(Words.welcome())
        connection.send(Words.emptySnapshot)
        if server.connections.count == 1 { connection.send(message) }
      }
    }
    try await Conversation.run(script: script) { conversation, client in
      try await conversation.eventually { conversation.server.received(1).first?.hello != nil }
      #expect(conversation.server.received(1).first?.hello?.resume == nil)
      #expect(client.confirmed.count == 0)
    }
  }

  @Test("A message that is not JSON ends the connection, and nothing else")
  func unreadable() async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { server in
      server.answer = { [unowned server] received, connection in
        guard received.hello != nil else { return }
        if server.connections.count == 1 { connection.send(Array("{\"type\":".utf8)) }
        connection.send(Words.welcome())
        connection.send(Words.emptySnapshot)
      }
    }
    try await Conversation.run(script: script) { conversation, client in
      try await conversation.eventually { client.revision == 0 }
      #expect(conversation.server.connections.count == 2)
    }
  }

  @Test("More pending edits than the limit are refused, and the others kept")
  func tooManyPending() async throws {
    let script: @Sendable @NetworkLoop (ScriptedServer) -> Void = { _ in }
    try await Conversation.run(script: script) { conversation, client in
      for number in 0..<LabelClient.maximumPending { try client.edit(Words.insert(UInt64(number))) }
      #expect(throws: EditRefused.tooManyPending) { try client.edit(Words.insert(0)) }
      #expect(client.pendingCount == LabelClient.maximumPending)
    }
  }
}
