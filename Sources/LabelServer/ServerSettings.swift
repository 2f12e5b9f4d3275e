public import LabelEngine
public import LabelStore
public import Network

/// Everything that `colabel serve` can be told.
public struct ServerSettings: Sendable {
  /// Where to listen, and the limits on connections. A silent peer is sent a ping after 6 seconds, and dropped after 12.
  public var network = ServerConfiguration()
  /// The limits of each list.
  public var engine = EngineLimits()
  /// The limits of the database.
  public var store = StoreConfiguration()
  /// The folder that holds the database.
  public var dataFolder: String
  /// The folder that holds the page.
  public var webFolder: String
  /// Silence after which a list's connections get a beat, in seconds. Default 15.
  public var beatSeconds = 15
  /// How long a connection may take to say hello. Default 10 seconds.
  public var helloTimeout: Duration = .seconds(10)
  /// How long a list stays open after its last connection has gone. Default 30 seconds.
  public var idleListTimeout: Duration = .seconds(30)
  /// Lists open at a time; a further one's connections are refused with 503. Default 10,000.
  public var openLists = 10_000
  /// How long stopping waits for connections to close and edits to be committed (for those at least a second) before it
  /// drops what is left. Default 10 seconds.
  public var drainTimeout: Duration = .seconds(10)

  /// The defaults, with these folders.
  public init(dataFolder: String, webFolder: String) {
    self.dataFolder = dataFolder
    self.webFolder = webFolder
    network.subprotocols = [Self.subprotocol]
    // So that who is gone is soon seen to be gone.
    network.pingInterval = .seconds(6)
    network.hangUpAfter = .seconds(12)
    messageBytes = engine.messageBytes
  }

  /// Bytes of one WebSocket message: what the network lets through, and what clients are told. Default 256 KiB.
  public var messageBytes: Int {
    get { engine.messageBytes }
    set {
      engine.messageBytes = newValue
      network.messageBytes = newValue
    }
  }

  /// The database's limits, with room for the largest change that the lists' limits allow.
  public var storeConfiguration: StoreConfiguration {
    var configuration = store
    configuration.bodyBytes = max(configuration.bodyBytes, engine.changeBytes)
    return configuration
  }

  /// The WebSocket subprotocol spoken.
  public static let subprotocol = "colabel.v1"
}
