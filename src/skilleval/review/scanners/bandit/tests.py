"""The bandit tests that we run, each in our words; the others are noise in skills."""

from dataclasses import dataclass

from skilleval.review.rule import Family


@dataclass(frozen=True)
class BanditTest:
    """What one of bandit's tests finds, why it matters, and the way out."""

    message: str
    why: str
    fix: str
    family: Family = "obfuscation"
    check: str = "Can a value from outside (arguments, files, the network, the prompt) reach this call?"
    needs: str = ""
    """A pattern for the names without which a program cannot have it; empty = it is about strings."""


_TLS = "Whoever sits on the network path can read or change what is sent."
_TLS_FIX = "Leave verification on; name the certificate authority with `verify=` if it is a private one."
_SHELL = "A shell interprets every metacharacter of the string, so an argument can become a command."
_SHELL_FIX = "Pass a list of arguments without a shell."
_LOAD = "Loading such data runs code that the data names."

TESTS = {
    "B102": BanditTest(
        "Python code is run with exec()",
        "What the string holds is decided at run time.",
        "Call the function you mean.",
        needs="exec",
    ),
    "B301": BanditTest(
        "Data is unpickled", _LOAD, "Use JSON, or a format that holds data only.", needs="pickle|dill|shelve"
    ),
    "B307": BanditTest(
        "An expression is run with eval()",
        "What the string holds is decided at run time.",
        "Use `ast.literal_eval` for literals.",
        needs="eval",
    ),
    "B324": BanditTest(
        "A weak hash is used for security",
        "MD5 and SHA-1 collide on purpose.",
        "Use SHA-256, or say `usedforsecurity=False`.",
        needs="hashlib|crypt",
    ),
    "B501": BanditTest("A request does not verify certificates", _TLS, _TLS_FIX, "network", needs="verify"),
    "B502": BanditTest(
        "An outdated TLS version is used",
        _TLS,
        "Use `ssl.create_default_context()`.",
        "network",
        needs="SSLv|TLSv1",
    ),
    "B503": BanditTest(
        "An outdated TLS version is the default",
        _TLS,
        "Use `ssl.create_default_context()`.",
        "network",
        needs="SSLv|TLSv1",
    ),
    "B504": BanditTest(
        "A TLS socket is opened without a version",
        _TLS,
        "Use `ssl.create_default_context()`.",
        "network",
        needs="wrap_socket",
    ),
    "B505": BanditTest(
        "A key is too short", _TLS, "Use at least 2048 bits for RSA.", "network", needs="generate"
    ),
    "B506": BanditTest(
        "YAML is loaded with object construction", _LOAD, "Use `yaml.safe_load`.", needs="yaml"
    ),
    "B507": BanditTest(
        "SSH host keys are not checked",
        _TLS,
        "Load the known hosts and reject others.",
        "network",
        needs="set_missing_host_key_policy",
    ),
    "B602": BanditTest("A subprocess is started through a shell", _SHELL, _SHELL_FIX, needs="shell"),
    "B605": BanditTest(
        "A command is started through a shell",
        _SHELL,
        _SHELL_FIX,
        needs="system|popen|getoutput|getstatusoutput",
    ),
    "B608": BanditTest(
        "SQL is built from strings", "A value can change the statement.", "Use the driver's parameters."
    ),
    "B701": BanditTest(
        "A template engine does not escape",
        "Values can bring markup or scripts.",
        "Set `autoescape=True`.",
        needs="jinja2",
    ),
}
