"""One rule, and how to break it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    rule: str
    # Under Sources.
    file: str
    old: str
    new: str
    # The test targets of which one must notice.
    tests: tuple[str, ...] = ("LabelsTests", "LabelEngineTests")
    # Whether the simulation is asked first.
    is_simulated: bool = True
