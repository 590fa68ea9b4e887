"""Operating characteristics: how a suite of this size and noise is judged, by the product's own rule."""

from skilleval.simulation.play import simulate
from skilleval.simulation.scenario import Outcome, Scenario
from skilleval.simulation.table import render_simulation

__all__ = ["Outcome", "Scenario", "render_simulation", "simulate"]
