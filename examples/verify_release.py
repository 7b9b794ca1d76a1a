"""Check a signed release record of Facetstore offline.

    python verify_release.py RECORD.json KEYS.json

RECORD.json is what `…/versions/{versionId}/record` answered. KEYS.json is what `/_keys` answered when you first trusted the service: keep it where
others cannot write. Needs Python 3.11 and the package `cryptography`. docs/reference/approvals.md says what is hashed and signed.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT = "facetstore-release-record-1"


def canonical(value: object) -> bytes:
    """JSON with names in order, without blanks, in UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def public_key(keys: Any, id_: str) -> bytes | None:
    """The public key of this id; None if it is not among the keys. The id follows from the key."""
    for each in keys["keys"]:
        found = base64.urlsafe_b64decode(each["x"] + "=" * (-len(each["x"]) % 4))
        if each["crv"] == "Ed25519" and hashlib.sha256(found).hexdigest()[:16] == id_:
            return found
    return None


def faults(record: Any, keys: Any) -> list[str]:
    """Everything that is wrong with a record; nothing if it is good."""
    found = []
    if record["format"] != FORMAT:
        found.append(f"this script checks {FORMAT}, not {record['format']}")
    if hashlib.sha256(canonical(record["document"])).hexdigest() != record["hash"]:
        found.append("the hash is not that of the document")
    if not any(each["hash"] == record["hash"] for each in record["approvals"]):
        found.append("no approval is for this document")
    signature = record["signature"]
    if signature["algorithm"] != "Ed25519":
        found.append(f"the signature is not by Ed25519, but by {signature['algorithm']}")
    key = public_key(keys, signature["key"])
    if key is None:
        return [*found, f"the key {signature['key']} is not among those that you trust"]
    signed = {name: value for name, value in record.items() if name != "signature"}
    try:
        value = base64.b64decode(signature["value"], validate=True)
        Ed25519PublicKey.from_public_bytes(key).verify(value, canonical(signed))
    except (InvalidSignature, ValueError):
        found.append("the signature is not that of the record")
    return found


def summary(record: Any) -> list[str]:
    """What a good record says, for people."""
    document = record["document"]
    lines = [
        f"{document['type']} {document['id']}, version {record.get('number', '')} of {record['tenant']['address']}"
    ]
    for each in record["approvals"]:
        who = next(iter(each.get("name", {}).values()), each.get("by", "the service"))
        what = each.get("task", each["kind"])
        other = "" if each["hash"] == record["hash"] else " (for an earlier draft)"
        lines.append(f"  {each['at']}  {who}: {what}{other}, revision {each['revision']}")
    return lines


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        record, keys = (json.loads(Path(each).read_bytes()) for each in sys.argv[1:])
        wrong = faults(record, keys)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        wrong = [f"it cannot be read as a record and its keys: {error!r}"]
    if wrong:
        print("NOT GOOD: " + "; ".join(wrong))
        return 1
    print("GOOD: the document has the hash that was approved, and the record has the signature of the service.")
    print("\n".join(summary(record)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
