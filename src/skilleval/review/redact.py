"""Redaction: a secret is recognised by its shape and never repeated."""

import re

SECRET_SHAPES = re.compile(
    r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\bgh[pousr]_[A-Za-z0-9]{30,255}\b|\bgithub_pat_[A-Za-z0-9_]{50,255}\b|\bglpat-[A-Za-z0-9_-]{20,64}"
    r"|\bsk-(?:ant-|proj-|live-|svcacct-)?[A-Za-z0-9_-]{20,200}|\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}"
    r"|\bxox[abeoprs]-[A-Za-z0-9-]{10,200}|\bxapp-[A-Za-z0-9-]{20,200}"
    r"|\bAIza[A-Za-z0-9_-]{35}\b|\bya29\.[A-Za-z0-9_-]{20,300}"
    r"|\bnpm_[A-Za-z0-9]{36}\b|\bpypi-[A-Za-z0-9_-]{50,300}|\bhf_[A-Za-z0-9]{30,64}\b|\bdop_v1_[a-f0-9]{64}\b"
    r"|\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}\b|\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,500}"
    r"|-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
)


def redact(text: str) -> str:
    """Return the text in which each secret is cut to its first four characters and its length."""
    return SECRET_SHAPES.sub(lambda found: f"{found[0][:4]}…[redacted, {len(found[0])} characters]", text)
