public import LabelWire
public import Labels

extension Replica {
  /// What must outlive the process so that nothing sealed is lost and nothing is sent under another sequence.
  ///
  /// Take it after `seal`, `receive`, `disconnected` and `becomeNewClient`, store it in one transaction with the notices
  /// taken then, and report it with `didStore`: only what is stored is sent or acknowledged.
  public struct Stored: Equatable, Sendable {
    /// The client; another one than stored before replaces that one.
    public var client: ClientID
    /// What proves that the client is who it says.
    public var secret: String
    /// Whether the server has ever confirmed this client.
    public var isClaimed: Bool
    /// The next edit's sequence: a counter of its own, since the outbox forgets.
    public var nextSequence: EditSequence
    /// Every outcome up to this sequence was taken in.
    public var acknowledgedThrough: EditSequence
    /// Settled above that, ascending.
    public var settledAbove: [EditSequence]
    /// The edits without an outcome, in order.
    public var outbox: [SealedEdit]
    /// The list that they are for; nil while it is not known to exist.
    public var boundList: ListID?

    /// A client's durable state of these parts.
    public init(
      client: ClientID, secret: String, isClaimed: Bool, nextSequence: EditSequence,
      acknowledgedThrough: EditSequence, settledAbove: [EditSequence], outbox: [SealedEdit],
      boundList: ListID?
    ) {
      self.client = client
      self.secret = secret
      self.isClaimed = isClaimed
      self.nextSequence = nextSequence
      self.acknowledgedThrough = acknowledgedThrough
      self.settledAbove = settledAbove
      self.outbox = outbox
      self.boundList = boundList
    }
  }

  /// A confirmed list and where it stands. The clients of one person may share one.
  public struct StoredList: Sendable {
    /// What the server had confirmed.
    public var list: LabelList
    /// Where that stands.
    public var point: ResumePoint

    /// A list at a point.
    public init(list: LabelList, point: ResumePoint) {
      self.list = list
      self.point = point
    }

    /// Whether it may take the place of another: an older one never replaces a newer one of the same history.
    public func mayReplace(_ other: StoredList?) -> Bool {
      guard let other else { return true }
      let isSameHistory = other.point.list == point.list && other.point.epoch == point.epoch
      return !isSameHistory || point.revision >= other.point.revision
    }
  }

  /// What is stored already.
  struct Durable: Sendable {
    var isClaimed: Bool
    var sealedThrough: EditSequence
    var acknowledgedThrough: EditSequence
  }

  /// A replica made again from what was stored. Whatever has a sequence counts as sent.
  public init(_ stored: Stored, list: StoredList? = nil) {
    self.init(client: stored.client, secret: stored.secret)
    isClaimed = stored.isClaimed
    nextSequence = stored.nextSequence
    acknowledged = stored.acknowledgedThrough
    settledAbove = Set(stored.settledAbove)
    outbox = stored.outbox
    boundList = stored.boundList
    sentEver = stored.nextSequence - 1
    if let list { (confirmed, point) = (list.list, list.point) }
    durable = Durable(
      isClaimed: isClaimed, sealedThrough: sentEver, acknowledgedThrough: acknowledged)
  }

  /// The durable part as it is now. O(pending).
  public var stored: Stored {
    Stored(
      client: client, secret: secret, isClaimed: isClaimed, nextSequence: nextSequence,
      acknowledgedThrough: acknowledged, settledAbove: settledAbove.sorted(), outbox: outbox,
      boundList: boundList)
  }

  /// The confirmed list as it is now, to be stored in the same transaction; nil before the first snapshot.
  public var storedList: StoredList? { point.map { StoredList(list: confirmed, point: $0) } }

  /// What `stored` gave, and the notices taken with it, is durable. O(pending).
  public mutating func didStore(_ stored: Stored) {
    guard durable != nil, stored.client == client else { return }
    durable = Durable(
      isClaimed: stored.isClaimed, sealedThrough: sequenceThroughWhichOutboxIs(stored),
      acknowledgedThrough: stored.acknowledgedThrough)
  }

  /// An edit may have been sealed or withdrawn since.
  private func sequenceThroughWhichOutboxIs(_ stored: Stored) -> EditSequence {
    var rest = stored.outbox[...]
    for sealed in outbox {
      rest = rest.drop { $0.sequence < sealed.sequence }
      guard rest.first == sealed else { return sealed.sequence - 1 }
    }
    return stored.nextSequence - 1
  }

  /// A sealed edit was changed: it is not sent before it is stored anew.
  mutating func outboxChanged(from sequence: EditSequence) {
    guard let stored = durable else { return }
    durable?.sealedThrough = min(stored.sealedThrough, sequence - 1)
  }
}
