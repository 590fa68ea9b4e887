"""Which requests are tried on all skills together, and whose they are."""

from skilleval.domain.routes import due_owners, installed, measured_routes, unknown_targets
from skilleval.domain.suite import Suite
from tests.builders_routes import a_bundle, a_list, a_repository, a_set, a_skill_change


def test_trigger_lists_say_whose_a_request_is() -> None:
    """Requests that should fire belong to the list's skill; quiet ones only where another is named."""
    changes = a_repository(
        a_skill_change(suite=a_list("fill it", quiet={"check it": "invoice-check", "write it": ""})),
        neighbours={"invoice-check": a_list("pay it")},
    )
    found = {route.query: route.expected for route in measured_routes(changes)}

    assert found == {
        "fill it": ("pdf-forms",),
        "check it": ("invoice-check",),
        "pay it": ("invoice-check",),
    }


def test_a_routing_set_counts_before_a_list_and_a_request_once() -> None:
    """What a set says of a request holds, whatever lists say; [] means none, several stand in order."""
    both = a_set(**{"fill it": ["pdf-forms", "invoice-check"], "hello": []})
    changes = a_repository(
        a_skill_change(suite=Suite(queries=a_list("fill it").queries, routing=both.routing)),
        neighbours={"invoice-check": Suite()},
    )

    assert {route.query: route.expected for route in measured_routes(changes)} == {
        "fill it": ("pdf-forms", "invoice-check"),
        "hello": (),
    }


def test_only_the_changed_and_what_collides_with_it_is_due() -> None:
    """The blast radius: neighbours that say much the same; the rest keeps its requests."""
    changes = a_repository(
        a_skill_change(suite=a_list("fill it")),
        neighbours={"invoice-check": a_list("pay it"), "weather": a_list("rain?")},
        collide=[("invoice-check", "pdf-forms")],
    )

    assert {route.owner: route.is_due for route in measured_routes(changes)} == {
        "pdf-forms": True,
        "invoice-check": True,
        "weather": False,
    }
    assert due_owners(a_repository(a_skill_change(parts=("body",)), neighbours={"weather": Suite()})) == set()


def test_a_new_skills_requests_have_no_baseline() -> None:
    """Where a skill is not there, nothing can be routed to it; its neighbours' requests run in both arms."""
    changes = a_repository(
        a_skill_change(suite=a_list("fill it"), is_new=True),
        neighbours={"invoice-check": a_list("pay it")},
        collide=[("invoice-check", "pdf-forms")],
    )
    arms = {route.query: route.arms for route in measured_routes(changes)}

    assert arms == {"fill it": ("candidate",), "pay it": ("baseline", "candidate")}
    assert [bundle.name for bundle in installed(changes, "baseline")] == ["invoice-check"]


def test_a_renamed_skill_keeps_its_requests() -> None:
    """The old name in a set means the new one, in both arms."""
    changes = a_repository(
        a_skill_change(suite=a_set(**{"fill it": ["old-forms"]}), old=a_bundle("old-forms")),
        neighbours={"weather": Suite()},
    )
    (route,) = measured_routes(changes)

    assert (route.expected, route.arms) == (("pdf-forms",), ("baseline", "candidate"))


def test_unknown_skills_are_named_and_their_requests_left_out() -> None:
    """A set that expects what no side has cannot be met; that is the set's fault, and said."""
    changes = a_repository(a_skill_change(suite=a_set(a=["gone"], b=["pdf-forms"])))

    assert [route.query for route in measured_routes(changes)] == ["b"]
    assert unknown_targets(changes) == ("gone",)


def test_a_skill_that_hides_itself_gets_no_requests() -> None:
    """`disable-model-invocation`: no model can route to it."""
    changes = a_repository(a_skill_change(suite=a_list("fill it"), hidden=True))

    assert measured_routes(changes) == ()
    assert not changes.changes[0].wants_routing
    assert not changes.changes[0].wants_triggers
    assert not changes.changes[0].wants_everyday
