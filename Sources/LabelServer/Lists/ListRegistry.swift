import Foundation
import LabelEngine
import LabelStore
import LabelWire
import Labels
import Network

/// Why a list cannot be had.
enum ListUnavailable: Error, Equatable {
  case tooManyLists
  /// A new list was to have the alias of another one, or one at which somebody is looking.
  case aliasTaken
  case store(StoreError)
  /// What is stored does not make a list. It is left alone: what did not load is never saved.
  case damaged(String)
}

/// The lists by alias: opened when somebody asks for them, closed when nobody uses them.
@NetworkLoop final class ListRegistry {
  private enum Entry {
    case opening(Task<ListHost, any Error>)
    case open(ListHost)
    case closing(Task<Void, Never>)
  }

  private let store: any Store
  private let settings: ServerSettings
  private let log: Log
  private var entries: [ListAlias: Entry] = [:]
  /// The open lists, in the order of opening.
  private var hosts: [ListHost] = []
  private var due: [ListHost] = []

  init(store: any Store, settings: ServerSettings, log: Log) {
    self.store = store
    self.settings = settings
    self.log = log
  }

  /// Whether no further list may be opened.
  var isFull: Bool { entries.count >= settings.openLists }

  /// Whether a list is open, or about to be.
  func isOpen(_ alias: ListAlias) -> Bool { entries[alias] != nil }

  /// How many lists are open.
  var count: Int { hosts.count }

  /// The list of an alias, opened if need be. One that nobody has edited stays provisional: it is forgotten when the
  /// last visitor has gone.
  func host(for alias: ListAlias) async throws(ListUnavailable) -> ListHost {
    // Each wait may have taken so long that the list was closed again: only what is open now counts.
    while true {
      switch entries[alias] {
      case .open(let host): return host
      case .closing(let task): await task.value
      case .opening(let task): _ = try await host(of: task)
      case nil:
        guard !isFull else { throw .tooManyLists }
        let task = Task { try await open(alias) as ListHost }
        entries[alias] = .opening(task)
        _ = try await host(of: task)
      }
    }
  }

  /// Opens a copy of a list under an alias that nobody has. Who asks for that alias meanwhile waits for the copy.
  func open(_ alias: ListAlias, as copy: ListCopy) async throws -> ListHost {
    guard try await store.list(alias: alias.description) == nil, entries[alias] == nil else {
      throw ListUnavailable.aliasTaken
    }
    guard !isFull else { throw ListUnavailable.tooManyLists }
    let task = Task<ListHost, any Error> {
      do {
        try await copy.store(as: alias, in: store)
      } catch {
        entries[alias] = nil
        if let error = error as? StoreError { throw ListUnavailable.store(error) }
        throw error
      }
      return try await open(alias) as ListHost
    }
    entries[alias] = .opening(task)
    return try await host(of: task)
  }

  private func host(of task: Task<ListHost, any Error>) async throws(ListUnavailable) -> ListHost {
    do {
      return try await task.value
    } catch let error as ListUnavailable {
      throw error
    } catch {
      throw .damaged("\(error)")
    }
  }

  private func open(_ alias: ListAlias) async throws(ListUnavailable) -> ListHost {
    do {
      let loader = ListLoader(store: store, limits: settings.engine, beatSeconds: settings.beatSeconds)
      let state = try await loader.load(alias)
      let host = ListHost(
        alias: alias, state: state, store: store, registry: self, idleTimeout: settings.idleListTimeout,
        log: log)
      entries[alias] = .open(host)
      hosts.append(host)
      log(
        .info, "list.opened",
        [
          "list": "\(alias)", "id": "\(host.id)", "revision": .number(state.head.revision),
          "labels": .number(state.list.count),
        ])
      if alias == Self.demo, state.head.revision == 0 { host.seed(Self.demoEdits()) }
      host.closeIfIdle()
      return host
    } catch {
      entries[alias] = nil
      throw error
    }
  }

  /// Closes a list that nobody uses.
  func close(_ host: ListHost) {
    guard case .open(let open)? = entries[host.alias], open === host else { return }
    hosts.removeAll { $0 === host }
    log(.info, "list.closed", ["list": "\(host.alias)", "revision": .number(host.state.head.revision)])
    guard !host.state.exists else {
      entries[host.alias] = nil
      return
    }
    entries[host.alias] = .closing(
      Task {
        do {
          try await store.forgetProvisional(host.id)
        } catch {
          log(.warning, "list.notForgotten", ["list": "\(host.alias)", "reason": "\(error)"])
        }
        entries[host.alias] = nil
      })
  }

  /// Lets go of a list that failed: who comes next gets it loaded anew.
  func forget(_ host: ListHost) {
    guard case .open(let open)? = entries[host.alias], open === host else { return }
    hosts.removeAll { $0 === host }
    entries[host.alias] = nil
  }

  /// A list has something to do at the end of the turn.
  func needsTurn(_ host: ListHost) {
    due.append(host)
  }

  /// The loop's turn has ended.
  func turnEnded() {
    while !due.isEmpty {
      let hosts = due
      due = []
      for host in hosts { host.turnEnded() }
    }
  }

  /// Sends beats to the connections that heard nothing else.
  func beat() {
    for host in hosts { host.beat() }
  }

  /// Takes marks of edited labels away that nobody has renewed.
  func expirePresence() {
    for host in hosts { host.expirePresence() }
  }

  /// Commits what was taken in, giving up, unanswered, what cannot be committed in time; then lets go of all lists,
  /// those too that are being closed.
  /// Nothing must come in any more.
  func drain(within duration: Duration) async {
    let deadline = LoopTimer(after: duration) { [self] in
      for host in hosts where host.state.isBusy { host.fail("stopped before it could commit") }
    }
    for host in hosts { await host.drain() }
    deadline.cancel()
    for case .closing(let closing) in entries.values { await closing.value }
    hosts = []
    entries = [:]
  }

  /// The list that begins with the three labels of the documentation's walk-through.
  private static let demo = ListAlias("demo")

  private static func demoEdits() -> [Edit] {
    [("Grid", true), ("Tile", false), ("Ring", true)].map { name, isIncluded in
      let label = Label(id: .random { .random(in: .min ... .max) }, name: name, isIncluded: isIncluded)
      return .insert(label, at: Placement(.last, orientation: .forward))
    }
  }
}
