"""A list put together again from its log, by nothing but what the guide says of effects; for judging what others hold."""

from collections import Counter

# What else comes with a restored label is said to its authors: it is no part of the list.
LABEL_FIELDS = ("id", "name", "isIncluded")


class LogReplica:
    """The list that a log makes, from its first change on; it notes whatever a log must not hold."""

    def __init__(self, changes):
        self.labels = []
        self.orientation = 0
        self.revision = 0
        self.faults = []
        for change in changes:
            self.apply(change)
        counts = Counter((change["author"], change["sequence"]) for change in changes)
        self.faults += [f"author {author}'s edit {sequence} is logged {count} times"
                        for (author, sequence), count in counts.items() if count > 1]

    @property
    def shown(self):
        """The labels as people see them."""
        return self.labels[::-1] if self.orientation else self.labels

    def apply(self, change):
        self.revision += 1
        if change["revision"] != self.revision:
            self.faults.append(f"revision {change['revision']} stands where {self.revision} belongs")
        for effect in change["effects"]:
            try:
                self.effect(effect)
            except (KeyError, ValueError) as error:
                self.faults.append(f"revision {change['revision']} does not fit: {effect}: {error!r}")

    def effect(self, effect):
        match effect["effect"]:
            case "inserted" | "restored": self.put({field: effect["label"][field] for field in LABEL_FIELDS}, effect["after"])
            case "removed": del self.labels[self.place(effect["id"])]
            case "renamed": self.labels[self.place(effect["id"])]["name"] = effect["value"]
            case "included": self.labels[self.place(effect["id"])]["isIncluded"] = effect["value"]
            case "moved": self.put(self.labels.pop(self.place(effect["id"])), effect["after"])
            case "reversed": self.orientation = effect["value"]
            case other: raise ValueError(f"there is no effect {other}")

    def put(self, label, after):
        if any(other["id"] == label["id"] for other in self.labels):
            raise ValueError("the label is there already")
        self.labels.insert(0 if after is None else self.place(after) + 1, label)

    def place(self, id):
        return [label["id"] for label in self.labels].index(id)
