"""Writes a GGUF file with a real header and a hole where the tensor data would be.

The engine maps the file and reads the header; a hole costs no disk. Layout: ggml's docs/gguf.md, version 3.
"""
import math
import os
import struct
from dataclasses import dataclass

ALIGNMENT = 32
# name: (id, elements per block, bytes per block)
TYPES = {
    "F32": (0, 1, 4), "F16": (1, 1, 2), "BF16": (30, 1, 2),
    "Q4_0": (2, 32, 18), "Q8_0": (8, 32, 34),
    "Q4_K": (12, 256, 144), "Q6_K": (14, 256, 210),
    "MXFP4": (39, 32, 17),
}
U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9


@dataclass(frozen=True)
class Tensor:
    name: str
    shape: tuple[int, ...]  # fastest dimension first
    type: str = "F16"

    @property
    def bytes(self) -> int:
        _, elements, size = TYPES[self.type]
        assert self.shape[0] % elements == 0, self
        return math.prod(self.shape) // elements * size


def _string(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def _typed(value) -> tuple[int, bytes]:
    if isinstance(value, bool):
        return BOOL, struct.pack("<?", value)
    if isinstance(value, int):
        return (U32, struct.pack("<I", value)) if value >= 0 else (I32, struct.pack("<i", value))
    if isinstance(value, float):
        return F32, struct.pack("<f", value)
    if isinstance(value, str):
        return STRING, _string(value)
    items = [_typed(v) for v in value]
    kind = items[0][0]
    return ARRAY, struct.pack("<IQ", kind, len(items)) + b"".join(raw for _, raw in items)


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def header(metadata: dict, tensors: list[Tensor]) -> tuple[bytes, int]:
    """The header, padded, and the size of the tensor data that follows it."""
    out = bytearray(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata)))
    for key, value in metadata.items():
        kind, raw = _typed(value)
        out += _string(key) + struct.pack("<I", kind) + raw
    offset = 0
    for t in tensors:
        out += _string(t.name) + struct.pack("<I", len(t.shape)) + struct.pack(f"<{len(t.shape)}Q", *t.shape)
        out += struct.pack("<IQ", TYPES[t.type][0], offset)
        offset += _aligned(t.bytes)
    out += bytes(_aligned(len(out)) - len(out))
    return bytes(out), offset


def write(path: os.PathLike, metadata: dict, tensors: list[Tensor]) -> None:
    head, data = header(metadata, tensors)
    with open(path, "wb") as f:
        f.write(head)
        f.truncate(len(head) + data)
