"""Exact parameter counts from a config, written apart from core so that each checks the other."""

# Families whose layers are all alike; the count of any other is left to the tests of core.
DECODERS = {"gemma", "gemma2", "gemma3_text", "internlm2", "llama", "mistral", "mixtral", "phi3",
            "qwen2", "qwen3", "smollm3"}


def attention(c):
    """Parameters of one layer's attention, by family."""
    hidden, heads = c["hidden_size"], c["num_attention_heads"]
    head_dim = c.get("head_dim", hidden // heads)
    query, key = heads * head_dim, c["num_key_value_heads"] * head_dim
    total = 2 * hidden * query + 2 * hidden * key
    if c["model_type"] == "qwen2":
        total += query + 2 * key  # biases of q, k, v
    if c["model_type"] == "llama" and c.get("attention_bias"):
        total += query + 2 * key + hidden
    if c["model_type"] in ("qwen3", "gemma3_text"):
        total += 2 * head_dim  # norms of q and k
    return total


def feed_forward(c):
    """Parameters of one layer's gated feed-forward, with experts and router where there are any."""
    experts = c.get("num_local_experts", 1)
    router = c["hidden_size"] * experts if experts > 1 else 0
    bias = 2 * c["intermediate_size"] + c["hidden_size"] if c.get("mlp_bias") else 0
    return 3 * c["hidden_size"] * c["intermediate_size"] * experts + router + bias


def decoder(c):
    """A gated RMSNorm decoder, dense or with experts."""
    norms = 4 if c["model_type"].startswith(("gemma2", "gemma3")) else 2
    layer = attention(c) + feed_forward(c) + norms * c["hidden_size"]
    tables = 1 if c["tie_word_embeddings"] else 2
    return (tables * c["vocab_size"] + 1) * c["hidden_size"] + c["num_hidden_layers"] * layer


def gpt2(c):
    """GPT-2: biases everywhere, learned positions, tied head."""
    d, inner = c["n_embd"], c["n_inner"]
    layer = 4 * d * d + 4 * d + 2 * d * inner + inner + d + 4 * d
    return (c["vocab_size"] + c["n_positions"] + 2) * d + c["n_layer"] * layer


def siglip(v):
    """The SigLIP tower of Gemma 3."""
    h, f = v["hidden_size"], v["intermediate_size"]
    patch = v["num_channels"] * v["patch_size"] ** 2 * h + h
    positions = (v["image_size"] // v["patch_size"]) ** 2 * h
    layer = 4 * (h * h + h) + 2 * h * f + f + h + 4 * h
    return patch + positions + v["num_hidden_layers"] * layer + 2 * h


def parameter_count(c):
    """Unique parameters of a config; None when its family is not among those counted here."""
    if c["model_type"] == "gpt2":
        return gpt2(c)
    if c["model_type"] == "gemma3":
        width = c["vision_config"]["hidden_size"]
        projector = width + width * c["text_config"]["hidden_size"]
        return decoder(c["text_config"]) + siglip(c["vision_config"]) + projector
    return decoder(c) if c["model_type"] in DECODERS else None
