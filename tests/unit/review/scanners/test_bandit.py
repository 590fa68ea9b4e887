"""bandit, called with a shorter way through a program's tree than its command takes."""

import json
from pathlib import Path

import pytest

from skilleval.ports import ScanFile
from skilleval.review.scanners.bandit import FLAGS, BanditScanner
from skilleval.review.scanners.bandit.tests import TESTS
from skilleval.review.scanners.child import run_python, write_files

CALLS = """\
import hashlib, pickle as p, ssl, subprocess as s, os, yaml, requests, paramiko, jinja2
from os import system
from Crypto.PublicKey import RSA

class A:
    def f(self, version=ssl.PROTOCOL_SSLv3):
        class B:
            async def g(self):
                exec("x")  # nosec
                return await [eval(y) for y in (lambda z: p.loads(z))(1)]
        s.Popen("ls " + version, shell=True)
        os.system(f"ls {self}"); system("a" * 2)
        requests.get("https://x.example", verify=False)
        hashlib.md5(b"")
        yaml.load(open("a"))
        ssl.wrap_socket(ssl_version=ssl.PROTOCOL_SSLv2)
        paramiko.SSHClient().set_missing_host_key_policy(paramiko.AutoAddPolicy)
        RSA.generate(512)
        jinja2.Environment(autoescape=False)
        "a docstring of sorts, select 1"
        return "SELECT * FROM a WHERE b = '%s'" % version, f"delete from a where b = {self}", (
            "insert into a values (" + version + ")"
        ), "select {} from b where c = 1".format(version)

@A(exec("y"))
def h(*, a: eval("int") = exec("z")) -> eval("b"):
    with open(eval("c")) as d:
        match d:
            case {"k": [1, *_]} if exec("e"): pass
    try: exec("f")
    except* eval("g"): exec("h")
    else: exec("i")
    finally: exec("j")
    yield {**eval("k"), "m": exec("n")}
    global l; l: int = exec("o"); l += exec("p")
    print(f"{exec('q')!r:>{eval('r')}}", *exec("s"), **eval("t"), sep=b"select")
"""
TREE = {
    "0.py": CALLS.encode(),
    "1.py": b"x = = 3\n",
    "2.py": b"",
    "3.py": b"\x00\xff",
    "4.py": "# naïve\nimport pickle\n\n\npickle.loads('„')\n".encode(),
    "5.py": b"x = " + b"[" * 60 + b"exec('deep')" + b"]" * 60 + b"\n",
    "6.py": b"x = " + b"-" * 3000 + b"1\n",
    "7.py": "ｅｘｅｃ('x')\nimport ｐickle\npickle.ｌoads(1)\n".encode(),
    "8.py": b"# coding: utf-7\n+AGUAeABlAGM-('x')\n",
    "9.py": b"#!/usr/bin/python\n# -*- coding: latin-1 -*-\nx = '\xe9'; exec(x)\n",
    "10.py": b"from pickle import *\nfrom os import *\nloads(x)\nsystem(x)\n",
    "11.py": b"import subprocess\nq = 'select a from b where c = ' + x\nsubprocess.getoutput(q)\n",
    "12.py": b"def f(a=SSLv2_METHOD, b='SSLv3_METHOD'):\n    g(method='TLSv1_METHOD')\n",
    "13.py": b"import ssl\nssl.wrap_socket(a)\n",
}


ALONE = {
    "B102": "exec(a)",
    "B301": "from shelve import open as o\no(a)",
    "B307": "eval(a)",
    "B324": "from hashlib import new\nnew('md5')",
    "B501": "import httpx\nhttpx.Client(verify=False)",
    "B502": "f(ssl_version=PROTOCOL_TLSv1)",
    "B503": "def f(a=s.PROTOCOL_SSLv3): pass",
    "B504": "from ssl import wrap_socket as w\nw()",
    "B505": "from cryptography.hazmat.primitives.asymmetric import rsa as r\nr.generate_private_key(3, 512)",
    "B506": "import yaml\nyaml.load(a)",
    "B507": "import paramiko\na.set_missing_host_key_policy(paramiko.WarningPolicy)",
    "B602": "from subprocess import run\nrun(a, shell=True)",
    "B605": "from os import popen\npopen(a)",
    "B608": "a = 'sel' 'ect b from c where d = ' + e",
    "B701": "from jinja2 import Environment as E\nE()",
}
"""Programs that hold one thing to find, and the names of no other."""


@pytest.mark.parametrize("test", TESTS)
def test_what_a_program_lacks_leaves_the_other_tests_on(test: str) -> None:
    """Each test finds its own in a program that gives the others nothing to look for."""
    found = BanditScanner().scan("tidy", [ScanFile(path="0.py", content=ALONE[test].encode())])

    assert [f.rule for f in found] == [f"bandit-{test.lower()}"]


def test_it_finds_what_the_command_finds(tmp_path: Path) -> None:
    """Hits and files that cannot be read are those of bandit's own command."""
    files = [ScanFile(path=name, content=content) for name, content in TREE.items()]
    folder = tmp_path / "files"
    folder.mkdir()
    write_files(folder, files)

    _, said = run_python("bandit", ["-m", "bandit", *FLAGS, "--", *TREE], folder=folder, timeout_s=60)

    command = json.loads(said)
    hits = [(hit["filename"], hit["test_id"].lower(), hit["line_number"]) for hit in command["results"]]
    unread = [skipped["filename"] for skipped in command["errors"]]
    ours = BanditScanner().scan("tidy", files)
    found = [(f"./{f.path}", f.rule.removeprefix("bandit-"), f.line) for f in ours if not f.incomplete]
    assert sorted(found) == sorted(hits)
    assert sorted(f"./{f.path}" for f in ours if f.incomplete) == sorted(unread)
    assert {test.upper() for _, test, _ in hits} == set(TESTS)
    assert "./1.py" in unread
