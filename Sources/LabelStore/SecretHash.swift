internal import CCrypto

/// What is kept of a client's secret.
public enum SecretHash {
  /// The SHA-256 of a secret: 32 bytes.
  ///
  /// Secrets are random and long, so nothing slower is needed.
  public static func of(_ secret: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(secret, secret.count, &digest)
    return digest
  }
}
