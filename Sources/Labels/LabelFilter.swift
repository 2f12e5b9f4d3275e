internal import Foundation

/// A client's own choice of which labels to show. It never travels to the server.
///
/// A label matches when its inclusion is the chosen one and its name contains the query: without regard to case (full
/// case folding: "ß" is "SS", "ς" is "Σ"), up to canonical equivalence, at grapheme boundaries ("café" does not contain
/// "e"), by the casing of the language (in Turkish and Azeri "I" goes with "ı" and "İ" with "i"). An empty query matches
/// every name. Foundation's `range(of:options:range:locale:)` with `caseInsensitive` is the authority;
/// `Tests/Vectors/filter-vectors.json` holds its answers.
public struct LabelFilter: Sendable {
  /// Which labels to show by their inclusion.
  public enum Inclusion: Sendable, CaseIterable {
    case all
    case included
    case excluded
  }

  /// The text to look for in names; empty for every name.
  public let query: String
  /// Which labels to show by their inclusion.
  public let inclusion: Inclusion
  /// The language whose casing counts, as a BCP 47 tag; never the process's own.
  public let language: String
  private let locale: Locale

  /// A filter for a query and an inclusion in a language.
  public init(query: String, inclusion: Inclusion = .all, language: String) {
    self.query = query
    self.inclusion = inclusion
    self.language = language
    locale = Locale(identifier: language)
  }

  /// Whether the filter shows this label.
  public func matches(_ label: Label) -> Bool {
    switch inclusion {
    case .all: matches(name: label.name)
    case .included: label.isIncluded && matches(name: label.name)
    case .excluded: !label.isIncluded && matches(name: label.name)
    }
  }

  /// Whether the query is the whole name, by the same rule: for a warning that there is a label of this name. A label without
  /// a name has none in common with others.
  public func isName(of label: Label) -> Bool {
    guard !query.isEmpty else { return false }
    let name = label.name
    return name.range(of: query, options: .caseInsensitive, range: nil, locale: locale)
      == name.startIndex..<name.endIndex
  }

  private func matches(name: String) -> Bool {
    query.isEmpty || name.range(of: query, options: .caseInsensitive, range: nil, locale: locale) != nil
  }
}
