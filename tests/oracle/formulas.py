"""The compute buffer, caches and output buffer of llama.cpp in closed form, from a configuration alone.

These are the formulas of ANALYSIS.md; `report.py` compares them with points.csv. Sizes are floats (4 B) for each token
of the micro-batch unless they say bytes.
"""
import math
from dataclasses import dataclass

FLOAT = 4


def pad(n: int, to: int) -> int:
    return -(-n // to) * to


KV_BYTES = {"f32": (1, 4), "f16": (1, 2), "q8_0": (32, 34), "q4_0": (32, 18)}


@dataclass
class Shape:
    """What the formulas need of a configuration."""
    hidden: int
    vocab: int
    heads: int
    q: int  # heads x head size
    kv: int  # key-value heads x head size
    ff: int
    used: int
    ff_exp: int
    shared: int
    c: dict

    @staticmethod
    def of(c: dict) -> "Shape":
        h, heads = c["hidden_size"], c.get("num_attention_heads", 0)
        hd = c.get("head_dim") or (h // heads if heads else 0)
        experts = c.get("num_local_experts") or c.get("num_experts") or c.get("n_routed_experts") or 0
        ff = c.get("intermediate_size", 0)
        ff_exp = (c.get("moe_intermediate_size") or ff) if experts else 0
        shared = (c.get("shared_expert_intermediate_size") or c.get("shared_intermediate_size") or
                  c.get("moe_shared_expert_intermediate_size") or c.get("n_shared_experts", 0) * ff_exp)
        dense = not experts or c.get("first_k_dense_replace", 0) or "expert_layer_period" in c
        return Shape(h, c["vocab_size"], heads, heads * hd, (c.get("num_key_value_heads") or heads) * hd,
                     ff if dense else 0, c.get("num_experts_per_tok", 0) if experts else 0, ff_exp, shared, c)


def sliding(c: dict) -> int:
    """The window, where the engine gives it a cache of its own: families that mix sliding and full layers."""
    if c.get("attention_chunk_size"):
        return c["attention_chunk_size"]
    return c.get("sliding_window") or 0 if "sliding_attention" in c.get("layer_types", []) else 0


def layer_kinds(c: dict) -> list[str]:
    """full, sliding, state or none, for each layer."""
    n, kind = c["num_hidden_layers"], c["model_type"]
    if "num_attention_heads" not in c:
        return ["state"] * n
    if kind == "llama4_text":
        return ["full" if (i + 1) % 4 == 0 else "sliding" for i in range(n)]
    if "full_attention_interval" in c:
        return ["full" if (i + 1) % c["full_attention_interval"] == 0 else "state" for i in range(n)]
    if "attn_layer_period" in c:
        return ["full" if i % c["attn_layer_period"] == c["attn_layer_offset"] else "state" for i in range(n)]
    if "hybrid_override_pattern" in c:
        return [{"M": "state", "*": "full"}.get(x, "none") for x in c["hybrid_override_pattern"]]
    names = {"full_attention": "full", "attention": "full", "sliding_attention": "sliding", "conv": "state",
             "mamba": "state"}
    return [names[x] for x in c["layer_types"]] if "layer_types" in c else ["full"] * n


ROLLS_BACK = ("lfm2", "nemotron_h", "qwen3_5_text", "qwen3_5_moe_text")


@dataclass
class Cells:
    full: int  # cells of one stream
    swa: int
    streams: int


def cells(c: dict, s: dict) -> Cells:
    streams = 1 if s["kv_unified"] else s["sequences"]
    context = pad(s["context"], 256)
    full = context if s["kv_unified"] else pad(context // streams, 256)
    window = sliding(c)
    if not window:
        return Cells(full, 0, streams)
    if s["swa_full"]:
        return Cells(full, full, streams)
    ubatch = min(s["ubatch"], s["batch"], full * streams)
    live = window * (s["sequences"] if s["kv_unified"] else 1) + ubatch
    return Cells(full, pad(min(full, live), 256), streams)


def kv_bytes(c: dict, s: dict) -> tuple[int, int]:
    """(full layers, sliding layers)"""
    n, kinds = cells(c, s), layer_kinds(c)
    shape = Shape.of(c)
    if "kv_lora_rank" in c:
        widths = [(c["kv_lora_rank"] + c["qk_rope_head_dim"], s["kv_key"])]
    else:
        widths = [(shape.kv, s["kv_key"]), (shape.kv, s["kv_value"])]
    row = sum(width // KV_BYTES[t][0] * KV_BYTES[t][1] for width, t in widths)
    return (kinds.count("full") * n.full * n.streams * row, kinds.count("sliding") * n.swa * n.streams * row)


def state_bytes(c: dict, s: dict) -> int:
    """Recurrent state: convolution window and scan state, F32, a copy a sequence; never padded.

    `rollback` asks for snapshots to go back to (n_rs_seq); only some families keep them."""
    conv = c.get("conv_kernel") or c.get("mamba_d_conv") or c.get("linear_conv_kernel_dim") or c.get("conv_L_cache") or 1
    h, kind = c["hidden_size"], c["model_type"]
    if kind == "lfm2":
        per = (conv - 1) * h
    elif "linear_num_value_heads" in c:
        keys = c["linear_num_key_heads"] * c["linear_key_head_dim"]
        values = c["linear_num_value_heads"] * c["linear_value_head_dim"]
        per = (conv - 1) * (2 * keys + values) + values * c["linear_key_head_dim"]
    elif kind in ("falcon_mamba", "jamba"):
        inner = (c.get("expand") or c.get("mamba_expand")) * h
        per = (conv - 1) * inner + inner * (c.get("state_size") or c.get("mamba_d_state"))
    elif "state" in layer_kinds(c):
        inner = c["mamba_num_heads"] * c["mamba_head_dim"] if "mamba_num_heads" in c else (
            c.get("expand") or c.get("mamba_expand")) * h
        state = c.get("ssm_state_size") or c.get("state_size") or c.get("mamba_d_state")
        groups = c.get("n_groups") or c.get("mamba_n_groups")
        per = (conv - 1) * (inner + 2 * groups * state) + inner * state
    else:
        return 0
    copies = 1 + (s.get("rollback", 0) if kind in ROLLS_BACK else 0)
    return layer_kinds(c).count("state") * s["sequences"] * copies * per * FLOAT


def output_bytes(c: dict, s: dict) -> int:
    """Logits handed to the caller: a row a sequence, on the host."""
    return s["sequences"] * c["vocab_size"] * FLOAT


# Rows of hidden_size that stay alive beside the named tensors, by model_type. They come from the order of a family's
# operations: an allocator that takes the tightest hole leaves holes. (before the feed-forward, at the head)
EXTRA_BEFORE = {"cohere2": 1, "phi": 1, "llama4_text": 1}
HEAD_ROWS = {"gpt2": 2, "starcoder2": 2, "glm4_moe": 2, "gpt_oss": 2, "llama4_text": 2, "deepseek_v2": 2,
             "deepseek_v3": 2, "falcon_mamba": 2, "mamba2": 2, "jamba": 2, "qwen3_next": 2, "qwen3_5_text": 2,
             "qwen3_5_moe_text": 2, "granitemoehybrid": 3, "nemotron_h": 3}
# Families whose last norm lands behind the hole the mask left, so that the logits start later: rows before that hole.
HEAD_HOLE = {"phi3": 2, "lfm2": 1, "llama4_text": 2, "cohere": 1, "glm4_moe": 1,
             "deepseek_v3": 1}
# Copies of the queries alive with the scores of unfused attention.
SCORE_QUERIES = {"phi3": 0, "olmo2": 1, "exaone4": 1, "jamba": 1, "granitemoehybrid": 1, "nemotron_h": 1, "gpt2": 3,
                 "qwen3_next": 3, "qwen3_5_text": 3, "qwen3_5_moe_text": 3.5}
PLAIN_FFN = ("gpt2", "phi", "falcon", "starcoder2", "nemotron_h")


def _recurrent(c: dict, m: Shape, u: int, sequences: int) -> float:
    """Floats a token while a recurrent layer runs: projections, convolution, scan with its new states."""
    h, kind = m.hidden, c["model_type"]
    if kind == "lfm2":
        return 3 * h + 4 * h
    if "linear_num_value_heads" in c:
        keys = c["linear_num_key_heads"] * c["linear_key_head_dim"]
        values = c["linear_num_value_heads"] * c["linear_value_head_dim"]
        state = values * c["linear_key_head_dim"] * sequences / u
        repeats = 2 * values if kind == "qwen3_next" else 2 * keys
        return 2 * h + (2 * keys + values) + repeats + 2 * values + 2 * state
    inner = c["mamba_num_heads"] * c["mamba_head_dim"] if "mamba_num_heads" in c else (
        c.get("expand") or c.get("mamba_expand")) * h
    state = c.get("ssm_state_size") or c.get("state_size") or c.get("mamba_d_state")
    conv = (c.get("conv_kernel") or c.get("mamba_d_conv")) - 1
    if kind in ("falcon_mamba", "jamba"):
        return 5 * inner + 2 * h + inner * (state + 2 * conv) * sequences / u
    groups = c.get("n_groups") or c.get("mamba_n_groups")
    heads = c.get("mamba_num_heads") or c.get("num_heads") or c.get("mamba_n_heads")
    wide = inner + 2 * groups * state
    return 2 * inner + 2 * groups * state + heads + wide + 2 * inner + (2 if kind == "mamba2" else 3) * h + (
        inner * state + 2 * conv * wide) * sequences / u


def tokens(s: dict) -> int:
    """Tokens of the largest step: as many for each sequence."""
    return pad(min(s["context"], s["batch"], s["ubatch"]), s["sequences"])


def attention_inputs(c: dict, s: dict) -> float:
    """Bytes of what every attention layer reads: positions, cache indices, masks, rotations of quantised caches."""
    m, n, u, flash = Shape.of(c), cells(c, s), tokens(s), bool(s["flash_attention"])
    if not m.heads:
        return 0.0
    caches, latent = 2 if n.swa else 1, "kv_lora_rank" in c
    # 8 B indices: one a token, or one an element where the values are stored transposed
    indices = FLOAT * u * (1 + caches * (2 + (2 if flash or latent else 2 * m.kv)))
    mask = (2 if flash else 4) * (n.full + n.swa) * u
    side = (m.q // m.heads) & -(m.q // m.heads)  # the largest power of two that divides the head size
    rotations = (side**2 if s["kv_key"] not in ("f16", "f32") else 0) + (64**2 if s["kv_value"] not in ("f16", "f32") else 0)
    return indices + mask + caches * FLOAT * rotations * (not latent)


def _before(c: dict, s: dict, m: Shape, device: str) -> float:
    """Floats a token that lie before the feed-forward: the residual, its norm, and the hole the queries leave, unless
    other tensors of the attention fall into it."""
    h, q, kind, flash = m.hidden, m.q, c["model_type"], bool(s["flash_attention"])
    if "state" in layer_kinds(c):
        return {"nemotron_h": 2 * h + q, "granitemoehybrid": 3 * h}.get(kind, 3 * h if m.shared else 2 * h)
    if kind == "phi3":
        return 2 * h
    if not flash:
        return 2 * h + (2 * q if q < h else 0) + (2 * h if kind in ("cohere", "cohere2") else 0)
    if "kv_lora_rank" in c:
        if c.get("q_lora_rank") or device != "cpu":
            return 3 * h
        return h + (m.heads - 1) * (c["kv_lora_rank"] + c["qk_rope_head_dim"])
    extra = EXTRA_BEFORE.get(kind, 0) * h
    if "f32" in (s["kv_key"], s["kv_value"]) and not kind.startswith("gemma"):
        return 2 * h + extra
    if s["kv_value"] not in ("f16", "f32"):  # quantised caches rotate queries, keys and values
        if kind == "cohere":
            return 3 * h + q
        if q <= h and kind in ("llama", "mistral", "mixtral", "qwen2", "qwen3", "gemma3_text", "olmoe", "starcoder2",
                              "smollm3", "internlm2", "granite"):
            return 2 * h + (2 * q if q < h else 0)
    if device == "cpu":  # the norm falls into the hole of the queries where that is large enough
        return (h if q > 2 * h or (q == 2 * h and kind == "qwen3") else 2 * h) + q + extra
    return 2 * h + (m.kv if q >= 3 * h else q) + extra


def _head_hole(kind: str, h: int, q: int, mask: float, ff: int, device: str) -> float:
    """Floats a token that the last norm is moved up, when every row goes through the head."""
    if kind in ("llama", "mistral") and q < h:
        return 3 * h + q + mask if mask + h + q < ff <= mask + 2 * h + q else 0
    if kind == "deepseek_v2":
        return 7 * h if device != "cpu" or mask > h / 2 else 0
    if kind in HEAD_HOLE:
        if device != "cpu" and kind in ("cohere", "glm4_moe"):
            return h
        return HEAD_HOLE[kind] * h + mask if mask <= h else 0 if device == "cpu" else h
    return h if device != "cpu" and kind in ("olmo2", "exaone4", "smollm3", "mamba2", "qwen2_moe") else 0


def moments(c: dict, s: dict, device: str = "cpu") -> dict[str, float]:
    """Bytes of the compute buffer, were it laid out for one moment of the graph alone. The largest decides."""
    m, n, kind = Shape.of(c), cells(c, s), c["model_type"]
    u = tokens(s)
    rows = min(u, s["outputs"] or u)
    flash = bool(s["flash_attention"])
    h, q = m.hidden, m.q
    state = "state" in layer_kinds(c)
    # The CPU build keeps a second, unused input (embeddings in place of tokens) for as long as the graph lives.
    unused = h if device == "cpu" else 0
    base = attention_inputs(c, s)
    found = {}

    def layer(name: str, floats: float) -> None:
        found[name] = FLOAT * u * (floats + unused) + base

    wide = 1 if kind in PLAIN_FFN else 3
    before = _before(c, s, m, device)
    if m.ff:
        layer("ffn", wide * m.ff + before)
    if m.used:
        down = m.used * h if h > (wide - 1) * m.ff_exp else 0
        layer("experts", wide * m.used * m.ff_exp + down + before)
        if m.shared:  # beside what the experts gave
            layer("shared", wide * m.shared + before + h)
    if state:
        layer("recurrent", _recurrent(c, m, u, s["sequences"]) + (2 * h if kind == "mamba2" and not unused else 0))
    if "kv_lora_rank" in c:
        rank, rope, nope = c["kv_lora_rank"], c["qk_rope_head_dim"], c["qk_nope_head_dim"]
        latent = m.heads * (2 * rank + nope + 4 * rope) + 3 * h
        layer("latent", latent)
        if not flash and n.full > rank:
            layer("scores", m.heads * n.full + latent)
    elif m.heads and not flash:
        queries = SCORE_QUERIES.get(kind, 2) - (s["kv_key"] not in ("f16", "f32"))
        layer("scores", m.heads * n.full + 2 * h + queries * q)
    if flash and "f32" in (s["kv_key"], s["kv_value"]) and m.heads and "kv_lora_rank" not in c:
        # fused attention reads half precision: keys and values of a layer are copied
        layer("cast", 2 * h + q)
        found["cast"] += 2 * 2 * max(n.full, n.swa) * n.streams * m.kv
    # The head: logits behind the last norm; the masks are gone by then.
    found["head"] = FLOAT * (rows * m.vocab + rows * HEAD_ROWS.get(kind, 1) * h + u * unused)
    if flash and rows == u:
        found["head"] += FLOAT * u * _head_hole(kind, h, q, (n.full + n.swa) / 2, m.ff, device)
    return found


def compute_bytes(c: dict, s: dict, device: str = "cpu") -> tuple[str, float]:
    """The moment that decides, and the bytes."""
    return max(moments(c, s, device).items(), key=lambda x: x[1])


def host_bytes(c: dict, s: dict) -> float:
    """Beside a device, the host keeps the inputs and looks the embeddings up: twice hidden_size a token."""
    looked_up = 3 if c["model_type"] == "gpt2" else 2  # learned positions are looked up too
    return FLOAT * tokens(s) * looked_up * c["hidden_size"] + attention_inputs(c, s)


COPIES = 4  # of every input of a part, where layers are split over devices that overlap their steps


def split_bytes(c: dict, s: dict, devices: int) -> tuple[list[float], float]:
    """Compute buffers of equal devices with all layers split over them, first to last, and of the host."""
    u, inputs = tokens(s), attention_inputs(c, s)
    found = moments(c, s, "device")
    head = found.pop("head")
    layers = max(found.values()) - inputs
    sizes = []
    for i in range(devices):
        taken = COPIES * (inputs + (1 if i == 0 else 2) * FLOAT * u * c["hidden_size"])
        sizes.append((max(layers, head) if i == devices - 1 else layers) + taken)
    return sizes, host_bytes(c, s) + (COPIES - 1) * inputs
