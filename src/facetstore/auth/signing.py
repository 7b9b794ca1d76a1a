"""Signatures of release records: Ed25519, by the library that checks tokens of providers already."""

from __future__ import annotations

from facetstore.usecases.ports.signing_keys import KeyPair


class Ed25519Signatures:
    """Makes keys, and signs with them. The library is imported when it is first needed: most processes sign nothing."""

    def make(self) -> KeyPair:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = Ed25519PrivateKey.generate()
        return KeyPair(key.private_bytes_raw(), key.public_key().public_bytes_raw())

    def sign(self, private: bytes, data: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(private).sign(data)
