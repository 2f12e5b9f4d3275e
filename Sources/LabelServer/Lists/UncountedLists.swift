import LabelStore
import LabelWire

/// The lists that a version which did not count has left: they are counted once, one after the other, off the loop.
struct UncountedLists {
  let store: any Store
  /// Notes the count of what it loads.
  let loader: ListLoader

  /// Ends early when the task is cancelled. What cannot be read stays uncounted: opening it says why.
  @concurrent func count() async {
    var last: String?
    while !Task.isCancelled, let page = try? await store.lists(after: last, limit: 1_000), !page.isEmpty {
      last = page.last?.alias
      for record in page where record.labelCount == nil && !Task.isCancelled {
        guard let alias = ListAlias(record.alias) else { continue }
        _ = try? await loader.load(alias)
      }
    }
  }
}
