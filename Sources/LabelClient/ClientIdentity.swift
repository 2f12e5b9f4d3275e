public import Labels

/// Who a client is to the server. Keep the secret to oneself: whoever has both is this client.
public struct ClientIdentity: Sendable {
  /// The client's id.
  public let client: ClientID
  /// What proves it: 16–128 printable ASCII characters.
  public let secret: String

  /// An identity that was made earlier.
  public init(client: ClientID, secret: String) {
    self.client = client
    self.secret = secret
  }

  /// A new identity, its secret of 244 random bits, from the operating system's generator.
  public static func random() -> ClientIdentity {
    func id() -> ClientID { .random { .random(in: .min ... .max) } }
    return ClientIdentity(client: id(), secret: "\(id())\(id())")
  }
}
