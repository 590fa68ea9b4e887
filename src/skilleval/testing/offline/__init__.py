"""The offline model: a server that speaks the Messages API and answers by rules, without a language model.

Stateless: an answer depends on nothing but the request. What it does with a request is written in
`agent_rules` (an agent at work) and `grader_rules` (a grader).
"""

from skilleval.testing.offline.app import create_app
from skilleval.testing.offline.serve import serve_offline

__all__ = ["create_app", "serve_offline"]
