"""Runs scenarios, and prints what they measured."""

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from . import machine
from .server import SCRATCH, JudgementFailed


@dataclass(frozen=True)
class Row:
    """One figure, and what it should be."""

    name: str
    unit: str
    goal: str = ""
    is_met: Callable[[float], bool] | None = None


def at_most(limit: float) -> dict:
    return {"goal": f"≤ {limit:,g}", "is_met": lambda value: value <= limit}


def at_least(limit: float) -> dict:
    return {"goal": f"≥ {limit:,g}", "is_met": lambda value: value >= limit}


@dataclass(frozen=True)
class Scenario:
    """A way to measure; `measure` gives a figure for each row, in their order, None where there is none."""

    name: str
    rows: tuple[Row, ...]
    measure: Callable[[], list[float | None]]
    notes: str = ""


@dataclass
class Outcome:
    scenario: Scenario
    figures: list[list[float]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def run(scenarios: list[Scenario], rounds: int) -> bool:
    """Measures everything so often, prints the table, and says whether every judgement was good."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    outcomes = [Outcome(scenario, [[] for _ in scenario.rows]) for scenario in scenarios]
    for number in range(rounds):
        for outcome in outcomes:
            print(f"round {number + 1} of {rounds}: {outcome.scenario.name}", file=sys.stderr, flush=True)
            measure(outcome)
    print(machine.describe(SCRATCH), f"Medians of {rounds}, smallest and largest in parentheses.\n")
    print("| | median | spread | | goal | met |\n|---|--:|--:|---|---|---|")
    for outcome in outcomes:
        show(outcome)
    notes = [f"- {outcome.scenario.name}: {outcome.scenario.notes}" for outcome in outcomes if outcome.scenario.notes]
    print("\n" + "\n".join(notes))
    failures = [(outcome.scenario.name, failure) for outcome in outcomes for failure in outcome.failures]
    for name, failure in failures:
        print(f"\nJUDGEMENT FAILED: {name}\n{failure}")
    print(f"\nJUDGEMENT: {'ok' if not failures else 'failed'}")
    return not failures


def measure(outcome: Outcome) -> None:
    try:
        for values, value in zip(outcome.figures, outcome.scenario.measure(), strict=True):
            if value is not None:
                values.append(value)
    except (JudgementFailed, RuntimeError) as failure:
        outcome.failures.append(f"{failure}")
        print(f"JUDGEMENT FAILED: {failure}", file=sys.stderr, flush=True)


def show(outcome: Outcome) -> None:
    for row, values in zip(outcome.scenario.rows, outcome.figures, strict=True):
        name = f"{outcome.scenario.name}: {row.name}"
        if not values:
            print(f"| {name} | – | – | {row.unit} | {row.goal} | {'NO' if row.goal else ''} |")
            continue
        middle = statistics.median(values)
        met = "" if row.is_met is None else "yes" if row.is_met(middle) else "**NO**"
        spread = f"{shown(min(values))}–{shown(max(values))}" if len(values) > 1 else "–"
        print(f"| {name} | {shown(middle)} | {spread} | {row.unit} | {row.goal} | {met} |")


def shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
