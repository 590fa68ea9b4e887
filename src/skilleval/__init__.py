"""skilleval: does a change to an agent skill make an agent better, worse, or unsafe?"""

__version__ = "0.1.0"
