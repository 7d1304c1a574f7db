"""Turns a model's configuration (Hugging Face field names) into GGUF metadata and a tensor table.

One function per architecture name of the engine; `ARCHITECTURES` maps a config's model_type to it. Shapes are
written as the engine asks for them, fastest dimension first. Matrices are F16, vectors and routers F32.
"""
from gguf import Tensor


class Table:
    """Collects metadata under the architecture's prefix, and tensors."""

    def __init__(self, arch: str, c: dict):
        self.arch, self.c = arch, c
        self.tensors: list[Tensor] = []
        self.metadata: dict = {"general.architecture": arch, "general.name": c["model_type"]}
        self.L = c["num_hidden_layers"]
        self.h = c["hidden_size"]
        self.V = c["vocab_size"]
        self.heads = c.get("num_attention_heads", 0)
        self.kv = c.get("num_key_value_heads") or self.heads
        self.hd = c.get("head_dim") or (self.h // self.heads if self.heads else 0)
        self.ff = c.get("intermediate_size", 0)
        self.experts = c.get("num_local_experts") or c.get("num_experts") or c.get("n_routed_experts") or 0
        self.used = c.get("num_experts_per_tok", 0)
        self.ff_exp = c.get("moe_intermediate_size") or self.ff
        self.key(block_count=self.L, embedding_length=self.h, context_length=c.get("max_position_embeddings", 131072),
                 vocab_size=self.V)
        self.metadata["tokenizer.ggml.model"] = "none"

    def key(self, **keys) -> None:
        for name, value in keys.items():
            self.metadata[f"{self.arch}.{name.replace('__', '.')}"] = value

    def add(self, name: str, *shape: int, type: str | None = None) -> None:
        self.tensors.append(Tensor(name, shape, type or ("F16" if len(shape) > 1 else "F32")))

    def ends(self, norm_bias: bool = False, output: bool | None = None) -> None:
        self.add("token_embd.weight", self.h, self.V)
        self.add("output_norm.weight", self.h)
        if norm_bias:
            self.add("output_norm.bias", self.h)
        if output if output is not None else not self.c.get("tie_word_embeddings", False):
            self.add("output.weight", self.h, self.V)

    def attention_keys(self, eps: str = "attention__layer_norm_rms_epsilon", kv=None, rot: int | None = None) -> None:
        self.key(attention__head_count=self.heads, attention__head_count_kv=kv if kv is not None else self.kv,
                 attention__key_length=self.hd, attention__value_length=self.hd,
                 rope__dimension_count=rot or self.hd, rope__freq_base=10000.0, feed_forward_length=self.ff)
        self.key(**{eps: 1e-5})

    def moe_keys(self, **more) -> None:
        self.key(expert_count=self.experts, expert_used_count=self.used, expert_feed_forward_length=self.ff_exp, **more)

    def attention(self, b: str, bias: bool = False, qk_norm: int = 0, o_bias: bool = False, gated: bool = False) -> None:
        q, k = self.heads * self.hd, self.kv * self.hd
        self.add(b + "attn_q.weight", self.h, 2 * q if gated else q)
        self.add(b + "attn_k.weight", self.h, k)
        self.add(b + "attn_v.weight", self.h, k)
        self.add(b + "attn_output.weight", q, self.h)
        if bias:
            for name, size in (("q", q), ("k", k), ("v", k)):
                self.add(f"{b}attn_{name}.bias", size)
        if o_bias:
            self.add(b + "attn_output.bias", self.h)
        if qk_norm:
            self.add(b + "attn_q_norm.weight", qk_norm)
            self.add(b + "attn_k_norm.weight", qk_norm if qk_norm == self.hd else k)

    def norms(self, b: str, *names: str, bias: bool = False) -> None:
        for name in names or ("attn_norm", "ffn_norm"):
            self.add(f"{b}{name}.weight", self.h)
            if bias:
                self.add(f"{b}{name}.bias", self.h)

    def ffn(self, b: str, ff: int | None = None, gated: bool = True, bias: bool = False, suffix: str = "") -> None:
        ff = ff or self.ff
        for name in ("ffn_gate", "ffn_up") if gated else ("ffn_up",):
            self.add(f"{b}{name}{suffix}.weight", self.h, ff)
            if bias:
                self.add(f"{b}{name}{suffix}.bias", ff)
        self.add(f"{b}ffn_down{suffix}.weight", ff, self.h)
        if bias:
            self.add(f"{b}ffn_down{suffix}.bias", self.h)

    def moe(self, b: str, shared: int = 0, probs_bias: bool = False, type: str | None = None, bias: bool = False,
            gated: bool = True) -> None:
        self.add(b + "ffn_gate_inp.weight", self.h, self.experts, type="F32")
        for name in ("ffn_gate", "ffn_up") if gated else ("ffn_up",):
            self.add(f"{b}{name}_exps.weight", self.h, self.ff_exp, self.experts, type=type)
            if bias:
                self.add(f"{b}{name}_exps.bias", self.ff_exp, self.experts, type="F32")
        self.add(b + "ffn_down_exps.weight", self.ff_exp, self.h, self.experts, type=type)
        if bias:
            self.add(b + "ffn_down_exps.bias", self.h, self.experts, type="F32")
            self.add(b + "ffn_gate_inp.bias", self.experts)
        if probs_bias:
            self.add(b + "exp_probs_b.bias", self.experts)
        if shared:
            self.ffn(b, shared, gated=gated, suffix="_shexp")

    def blocks(self):
        return [(i, f"blk.{i}.") for i in range(self.L)]


def llama(c: dict, arch: str = "llama") -> Table:
    t = Table(arch, c)
    t.attention_keys()
    if t.experts:
        t.moe_keys()
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.attention(b)
        t.moe(b) if t.experts else t.ffn(b)
    return t


def qwen2(c: dict) -> Table:
    t = Table("qwen2", c)
    t.attention_keys()
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.attention(b, bias=True)
        t.ffn(b)
    return t


def scaled_llama(c: dict) -> Table:
    """Llama's tensors under another name, with or without Granite's factors."""
    t = llama(c, c["model_type"])
    if c["model_type"] == "granite":
        t.key(logit_scale=16.0, residual_scale=0.22, embedding_scale=12.0, attention__scale=0.0078125)
    return t


def seed_oss(c: dict) -> Table:
    t = Table("seed_oss", c)
    t.attention_keys()
    t.ends()
    for _, b in t.blocks():
        t.norms(b, "attn_norm", "post_attention_norm")
        t.attention(b, bias=True)
        t.ffn(b)
    return t


def exaone4(c: dict) -> Table:
    t = Table("exaone4", c)
    t.attention_keys()
    if "sliding_window" in c:
        t.key(attention__sliding_window=c["sliding_window"])
    t.ends()
    for _, b in t.blocks():
        t.norms(b, "post_attention_norm", "post_ffw_norm")
        t.attention(b, qk_norm=t.hd)
        t.ffn(b)
    return t


def qwen2_moe(c: dict) -> Table:
    t = Table("qwen2moe", c)
    t.attention_keys()
    t.moe_keys(expert_shared_feed_forward_length=c["shared_expert_intermediate_size"])
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.attention(b, bias=True)
        t.moe(b, shared=c["shared_expert_intermediate_size"])
        t.add(b + "ffn_gate_inp_shexp.weight", t.h)
    return t


def qwen3(c: dict) -> Table:
    t = Table("qwen3moe" if c.get("num_experts") else "qwen3", c)
    t.attention_keys()
    if t.experts:
        t.moe_keys()
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.attention(b, qk_norm=t.hd)
        t.moe(b) if t.experts else t.ffn(b)
    return t


def olmo2(c: dict) -> Table:
    t = Table("olmo2", c)
    t.attention_keys()
    t.ends()
    for _, b in t.blocks():
        t.norms(b, "post_attention_norm", "post_ffw_norm")
        t.attention(b, qk_norm=t.heads * t.hd)
        t.ffn(b)
    return t


def olmoe(c: dict) -> Table:
    t = Table("olmoe", c)
    t.attention_keys()
    t.moe_keys()
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.attention(b, qk_norm=t.heads * t.hd)
        t.moe(b)
    return t


def gemma(c: dict) -> Table:
    arch = {"gemma2": "gemma2", "gemma3_text": "gemma3", "gemma": "gemma"}[c["model_type"]]
    t = Table(arch, c)
    t.attention_keys()
    if "sliding_window" in c:
        t.key(attention__sliding_window=c["sliding_window"])
    if arch == "gemma2":
        t.key(attn_logit_softcapping=50.0, final_logit_softcapping=30.0)
    t.ends(output=False)
    for _, b in t.blocks():
        t.norms(b)
        if arch != "gemma":
            t.norms(b, "post_attention_norm", "post_ffw_norm")
        t.attention(b, qk_norm=t.hd if arch == "gemma3" else 0)
        t.ffn(b)
    return t


def gpt_oss(c: dict) -> Table:
    t = Table("gpt-oss", c)
    t.attention_keys()
    t.moe_keys()
    t.key(attention__sliding_window=c["sliding_window"])
    t.ends()
    for _, b in t.blocks():
        t.norms(b, "attn_norm", "post_attention_norm")
        t.attention(b, bias=True, o_bias=True)
        t.add(b + "attn_sinks.weight", t.heads)
        t.moe(b, type="MXFP4", bias=True)
    return t


def phi3(c: dict) -> Table:
    t = Table("phi3", c)
    t.attention_keys()
    t.key(rope__scaling__original_context_length=c.get("original_max_position_embeddings", 4096))
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.add(b + "attn_qkv.weight", t.h, (t.heads + 2 * t.kv) * t.hd)
        t.add(b + "attn_output.weight", t.heads * t.hd, t.h)
        t.add(b + "ffn_up.weight", t.h, 2 * t.ff)
        t.add(b + "ffn_down.weight", t.ff, t.h)
    return t


def phi2(c: dict) -> Table:
    t = Table("phi2", c)
    t.attention_keys(eps="attention__layer_norm_epsilon", rot=32)
    t.ends(norm_bias=True)
    t.add("output.bias", t.V)
    for _, b in t.blocks():
        t.norms(b, "attn_norm", bias=True)
        t.attention(b, bias=True, o_bias=True)
        t.ffn(b, gated=False, bias=True)
    return t


def gpt2(c: dict) -> Table:
    t = Table("gpt2", c)
    t.attention_keys(eps="attention__layer_norm_epsilon")
    t.ends(norm_bias=True)
    t.add("position_embd.weight", t.h, c["max_position_embeddings"])
    for _, b in t.blocks():
        t.norms(b, bias=True)
        t.add(b + "attn_qkv.weight", t.h, 3 * t.h)
        t.add(b + "attn_qkv.bias", 3 * t.h)
        t.add(b + "attn_output.weight", t.h, t.h)
        t.add(b + "attn_output.bias", t.h)
        t.ffn(b, gated=False, bias=True)
    return t


def falcon(c: dict) -> Table:
    t = Table("falcon", c)
    t.attention_keys(eps="attention__layer_norm_epsilon")
    t.ends(norm_bias=True, output=True)
    for _, b in t.blocks():
        t.norms(b, "attn_norm", bias=True)
        t.add(b + "attn_qkv.weight", t.h, (t.heads + 2 * t.kv) * t.hd)
        t.add(b + "attn_output.weight", t.heads * t.hd, t.h)
        t.ffn(b, gated=False)
    return t


def starcoder2(c: dict) -> Table:
    t = Table("starcoder2", c)
    t.attention_keys(eps="attention__layer_norm_epsilon")
    t.ends(norm_bias=True)
    for _, b in t.blocks():
        t.norms(b, bias=True)
        t.attention(b, bias=True, o_bias=True)
        t.ffn(b, gated=False, bias=True)
    return t


def command_r(c: dict) -> Table:
    t = Table("cohere2" if "sliding_window" in c else "command-r", c)
    t.attention_keys(eps="attention__layer_norm_epsilon")
    t.key(logit_scale=0.0625)
    if "sliding_window" in c:
        t.key(attention__sliding_window=c["sliding_window"])
    t.ends(output=False)
    for _, b in t.blocks():
        t.norms(b, "attn_norm")
        t.attention(b)
        t.ffn(b)
    return t


def deepseek2(c: dict) -> Table:
    t = Table("deepseek2", c)
    rank, rope, nope, v = (c[k] for k in ("kv_lora_rank", "qk_rope_head_dim", "qk_nope_head_dim", "v_head_dim"))
    dense, q_rank = c["first_k_dense_replace"], c.get("q_lora_rank") or 0
    t.key(attention__head_count=t.heads, attention__head_count_kv=1, attention__layer_norm_rms_epsilon=1e-6,
          attention__key_length=rank + rope, attention__value_length=rank, attention__key_length_mla=nope + rope,
          attention__value_length_mla=v, attention__kv_lora_rank=rank, rope__dimension_count=rope,
          rope__freq_base=10000.0, feed_forward_length=t.ff, leading_dense_block_count=dense,
          expert_shared_count=c["n_shared_experts"], expert_weights_scale=1.0, expert_weights_norm=q_rank > 0,
          expert_gating_func=2 if c["scoring_func"] == "sigmoid" else 1)
    if c.get("n_group", 1) > 1:
        t.key(expert_group_count=c["n_group"], expert_group_used_count=c["topk_group"])
    if q_rank:
        t.key(attention__q_lora_rank=q_rank)
    t.moe_keys()
    t.ends()
    for i, b in t.blocks():
        t.norms(b)
        if q_rank:
            t.add(b + "attn_q_a.weight", t.h, q_rank)
            t.add(b + "attn_q_a_norm.weight", q_rank)
            t.add(b + "attn_q_b.weight", q_rank, t.heads * (nope + rope))
        else:
            t.add(b + "attn_q.weight", t.h, t.heads * (nope + rope))
        t.add(b + "attn_kv_a_mqa.weight", t.h, rank + rope)
        t.add(b + "attn_kv_a_norm.weight", rank)
        t.add(b + "attn_k_b.weight", nope, rank, t.heads)
        t.add(b + "attn_v_b.weight", rank, v, t.heads)
        t.add(b + "attn_output.weight", t.heads * v, t.h)
        if i < dense:
            t.ffn(b)
        else:
            t.moe(b, shared=c["n_shared_experts"] * t.ff_exp, probs_bias=c["scoring_func"] == "sigmoid")
    return t


def glm4_moe(c: dict) -> Table:
    t = Table("glm4moe", c)
    t.attention_keys(rot=t.hd // 2)
    t.moe_keys(expert_shared_count=c["n_shared_experts"], leading_dense_block_count=c["first_k_dense_replace"],
               expert_weights_scale=1.0, expert_weights_norm=True, expert_gating_func=2)
    t.ends()
    for i, b in t.blocks():
        t.norms(b, "attn_norm", "post_attention_norm")
        t.attention(b, bias=True, qk_norm=t.hd if c.get("use_qk_norm") else 0)
        if i < c["first_k_dense_replace"]:
            t.ffn(b)
        else:
            t.moe(b, shared=c["n_shared_experts"] * t.ff_exp, probs_bias=True)
    return t


def minimax_m2(c: dict) -> Table:
    t = Table("minimax-m2", c)
    t.attention_keys(rot=c["rotary_dim"])
    t.moe_keys(expert_gating_func=2)
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.attention(b, qk_norm=t.heads * t.hd)
        t.moe(b, probs_bias=True)
    return t


def llama4(c: dict) -> Table:
    t = Table("llama4", c)
    t.attention_keys()
    t.moe_keys(interleave_moe_layer_step=c["interleave_moe_layer_step"])
    t.key(attention__chunk_size=c["attention_chunk_size"])
    t.ends()
    for _, b in t.blocks():
        t.norms(b)
        t.attention(b)
        t.moe(b, shared=t.ff_exp)
    return t


def _delta_net(t: Table, b: str) -> None:
    """A gated delta-net layer of the Qwen3-Next kind."""
    c = t.c
    key = c["linear_num_key_heads"] * c["linear_key_head_dim"]
    value = c["linear_num_value_heads"] * c["linear_value_head_dim"]
    t.add(b + "attn_qkv.weight", t.h, 2 * key + value)
    t.add(b + "attn_gate.weight", t.h, value)
    t.add(b + "ssm_conv1d.weight", c["linear_conv_kernel_dim"], 2 * key + value, type="F32")
    t.add(b + "ssm_dt.bias", c["linear_num_value_heads"])
    t.add(b + "ssm_a", c["linear_num_value_heads"])
    if t.arch == "qwen3next":
        t.add(b + "ssm_ba.weight", t.h, 2 * c["linear_num_value_heads"])
    else:
        t.add(b + "ssm_beta.weight", t.h, c["linear_num_value_heads"])
        t.add(b + "ssm_alpha.weight", t.h, c["linear_num_value_heads"])
    t.add(b + "ssm_norm.weight", c["linear_value_head_dim"])
    t.add(b + "ssm_out.weight", value, t.h)


def qwen_hybrid(c: dict) -> Table:
    arch = {"qwen3_next": "qwen3next", "qwen3_5_text": "qwen35", "qwen3_5_moe_text": "qwen35moe"}[c["model_type"]]
    t = Table(arch, c)
    t.attention_keys(rot=t.hd // 4)
    if arch != "qwen3next":
        t.key(rope__dimension_sections=[11, 11, 10, 0])
    if t.experts:
        t.moe_keys(expert_shared_feed_forward_length=c["shared_expert_intermediate_size"])
    t.key(ssm__conv_kernel=c["linear_conv_kernel_dim"], ssm__state_size=c["linear_key_head_dim"],
          ssm__inner_size=c["linear_num_value_heads"] * c["linear_value_head_dim"],
          ssm__time_step_rank=c["linear_num_value_heads"], ssm__group_count=c["linear_num_key_heads"],
          full_attention_interval=c["full_attention_interval"])
    t.ends()
    for i, b in t.blocks():
        t.norms(b, "attn_norm", "post_attention_norm")
        if (i + 1) % c["full_attention_interval"] == 0:
            t.attention(b, qk_norm=t.hd, gated=True)
        else:
            _delta_net(t, b)
        if t.experts:
            t.moe(b, shared=c["shared_expert_intermediate_size"])
            t.add(b + "ffn_gate_inp_shexp.weight", t.h)
        else:
            t.ffn(b)
    return t


def lfm2(c: dict) -> Table:
    t = Table("lfm2", c)
    full = [i for i, kind in enumerate(c["layer_types"]) if kind == "full_attention"]
    t.attention_keys(kv=[t.kv if i in full else 0 for i in range(t.L)])
    t.key(shortconv__l_cache=c["conv_L_cache"])
    t.add("token_embd.weight", t.h, t.V)
    t.add("token_embd_norm.weight", t.h)
    for i, b in t.blocks():
        t.norms(b)
        if i in full:
            t.attention(b, qk_norm=t.hd)
        else:
            t.add(b + "shortconv.conv.weight", c["conv_L_cache"], t.h, type="F32")
            t.add(b + "shortconv.in_proj.weight", t.h, 3 * t.h)
            t.add(b + "shortconv.out_proj.weight", t.h, t.h)
        t.ffn(b)
    return t


def _mamba1(t: Table, b: str, inner: int, state: int, conv: int, rank: int, normed: bool = False) -> None:
    t.add(b + "ssm_in.weight", t.h, 2 * inner)
    t.add(b + "ssm_conv1d.weight", conv, inner, type="F32")
    t.add(b + "ssm_conv1d.bias", inner)
    t.add(b + "ssm_x.weight", inner, rank + 2 * state)
    t.add(b + "ssm_dt.weight", rank, inner)
    t.add(b + "ssm_dt.bias", inner)
    t.add(b + "ssm_a", state, inner, type="F32")
    t.add(b + "ssm_d", inner)
    t.add(b + "ssm_out.weight", inner, t.h)
    if normed:
        t.add(b + "ssm_dt_norm.weight", rank)
        t.add(b + "ssm_b_norm.weight", state)
        t.add(b + "ssm_c_norm.weight", state)


def _mamba2(t: Table, b: str, inner: int, state: int, conv: int, heads: int, groups: int) -> None:
    t.add(b + "ssm_in.weight", t.h, 2 * inner + 2 * groups * state + heads)
    t.add(b + "ssm_conv1d.weight", conv, inner + 2 * groups * state, type="F32")
    t.add(b + "ssm_conv1d.bias", inner + 2 * groups * state)
    t.add(b + "ssm_dt.bias", heads)
    t.add(b + "ssm_a", 1, heads, type="F32")
    t.add(b + "ssm_d", 1, heads, type="F32")
    t.add(b + "ssm_norm.weight", inner // groups, groups, type="F32")
    t.add(b + "ssm_out.weight", inner, t.h)


def mamba(c: dict) -> Table:
    t = Table("mamba", c)
    inner = c["expand"] * t.h
    t.key(attention__layer_norm_rms_epsilon=1e-5, attention__head_count=0, feed_forward_length=0,
          ssm__conv_kernel=c["conv_kernel"], ssm__inner_size=inner, ssm__state_size=c["state_size"],
          ssm__time_step_rank=c["time_step_rank"], ssm__dt_b_c_rms=c["model_type"] == "falcon_mamba")
    t.ends()
    for _, b in t.blocks():
        t.norms(b, "attn_norm")
        _mamba1(t, b, inner, c["state_size"], c["conv_kernel"], c["time_step_rank"])
    return t


def mamba2(c: dict) -> Table:
    t = Table("mamba2", c)
    inner, heads = c["expand"] * t.h, c["num_heads"]
    t.key(attention__layer_norm_rms_epsilon=1e-5, attention__head_count=0, feed_forward_length=0,
          ssm__conv_kernel=c["conv_kernel"], ssm__inner_size=inner, ssm__state_size=c["state_size"],
          ssm__time_step_rank=heads, ssm__group_count=c["n_groups"])
    t.ends()
    for _, b in t.blocks():
        t.norms(b, "attn_norm")
        _mamba2(t, b, inner, c["state_size"], c["conv_kernel"], heads, c["n_groups"])
    return t


def jamba(c: dict) -> Table:
    t = Table("jamba", c)
    inner, rank = c["mamba_expand"] * t.h, c["mamba_dt_rank"]
    full = [i % c["attn_layer_period"] == c["attn_layer_offset"] for i in range(t.L)]
    t.attention_keys(kv=[t.kv if f else 0 for f in full])
    t.moe_keys()
    t.key(ssm__conv_kernel=c["mamba_d_conv"], ssm__inner_size=inner, ssm__state_size=c["mamba_d_state"],
          ssm__time_step_rank=rank)
    t.ends()
    for i, b in t.blocks():
        t.norms(b)
        if full[i]:
            t.attention(b)
        else:
            _mamba1(t, b, inner, c["mamba_d_state"], c["mamba_d_conv"], rank, normed=True)
        if i % c["expert_layer_period"] == c["expert_layer_offset"]:
            t.moe(b)
        else:
            t.ffn(b)
    return t


def granite_hybrid(c: dict) -> Table:
    t = Table("granitehybrid", c)
    inner, heads = c["mamba_expand"] * t.h, c["mamba_n_heads"]
    full = [kind == "attention" for kind in c["layer_types"]]
    t.attention_keys(kv=[t.kv if f else 0 for f in full])
    t.moe_keys(expert_shared_feed_forward_length=c["shared_intermediate_size"])
    t.key(ssm__conv_kernel=c["mamba_d_conv"], ssm__inner_size=inner, ssm__state_size=c["mamba_d_state"],
          ssm__time_step_rank=heads, ssm__group_count=c["mamba_n_groups"], logit_scale=8.0, residual_scale=0.22,
          embedding_scale=12.0, attention__scale=0.0078125, rope__scaling__finetuned=False)
    t.ends()
    for i, b in t.blocks():
        t.norms(b)
        if full[i]:
            t.attention(b)
        else:
            _mamba2(t, b, inner, c["mamba_d_state"], c["mamba_d_conv"], heads, c["mamba_n_groups"])
        t.moe(b, shared=c["shared_intermediate_size"])
    return t


def nemotron_h(c: dict) -> Table:
    t = Table("nemotron_h_moe", c)
    inner = c["mamba_num_heads"] * c["mamba_head_dim"]
    pattern = c["hybrid_override_pattern"]
    t.attention_keys(kv=[t.kv if kind == "*" else 0 for kind in pattern])
    t.key(attention__layer_norm_epsilon=1e-5, feed_forward_length=[t.ff if kind == "E" else 0 for kind in pattern])
    t.moe_keys(expert_shared_feed_forward_length=c["moe_shared_expert_intermediate_size"],
               expert_shared_count=c["n_shared_experts"], expert_weights_norm=True, expert_weights_scale=2.5,
               expert_group_count=c["n_group"], expert_group_used_count=c["topk_group"], expert_gating_func=2)
    t.key(ssm__conv_kernel=c["conv_kernel"], ssm__inner_size=inner, ssm__state_size=c["ssm_state_size"],
          ssm__time_step_rank=c["mamba_num_heads"], ssm__group_count=c["n_groups"])
    t.ends()
    for i, b in t.blocks():
        t.norms(b, "attn_norm")
        if pattern[i] == "M":
            _mamba2(t, b, inner, c["ssm_state_size"], c["conv_kernel"], c["mamba_num_heads"], c["n_groups"])
        elif pattern[i] == "*":
            t.attention(b)
        else:
            t.moe(b, shared=c["moe_shared_expert_intermediate_size"], probs_bias=True, gated=False)
    return t


ARCHITECTURES = {
    "cohere": command_r, "cohere2": command_r, "deepseek_v2": deepseek2, "deepseek_v3": deepseek2, "exaone4": exaone4,
    "falcon": falcon, "falcon_mamba": mamba, "gemma": gemma, "gemma2": gemma, "gemma3_text": gemma,
    "glm4_moe": glm4_moe, "gpt2": gpt2, "gpt_oss": gpt_oss, "granite": scaled_llama,
    "granitemoehybrid": granite_hybrid, "internlm2": scaled_llama, "jamba": jamba, "lfm2": lfm2, "llama": llama,
    "llama4_text": llama4, "mamba2": mamba2, "minimax_m2": minimax_m2, "mistral": llama, "mixtral": llama,
    "nemotron_h": nemotron_h, "olmo2": olmo2, "olmoe": olmoe, "phi": phi2, "phi3": phi3, "qwen2": qwen2,
    "qwen2_moe": qwen2_moe, "qwen3": qwen3, "qwen3_5_moe_text": qwen_hybrid, "qwen3_5_text": qwen_hybrid,
    "qwen3_moe": qwen3, "qwen3_next": qwen_hybrid, "seed_oss": seed_oss, "smollm3": scaled_llama,
    "starcoder2": starcoder2,
}


def gguf(config: dict) -> Table:
    return ARCHITECTURES[config["model_type"]](config)
