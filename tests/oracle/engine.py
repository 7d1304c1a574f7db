"""Calls the pinned engine's shared library and reads its log: one model file, many settings.

Run as a program: engine.py LIBRARIES MODEL GPU_LAYERS [--real] [--cpu-experts]; settings as JSON lines on stdin,
one JSON reply a line.
"""
import ctypes as c
import json
import pathlib
import re
import sys

import graph

KV_TYPES = {"f32": 0, "f16": 1, "q4_0": 2, "q4_1": 3, "q5_0": 6, "q5_1": 7, "q8_0": 8, "iq4_nl": 20, "bf16": 30}


class ModelParams(c.Structure):
    """llama_model_params of engine v0.5.0. Only the switches at the end are ever set."""
    _fields_ = [("devices", c.c_void_p), ("tensor_buft_overrides", c.c_void_p), ("n_gpu_layers", c.c_int32),
                ("enums", c.c_int32 * 3), ("main_gpu", c.c_int32), ("tensor_split", c.c_void_p),
                ("progress_callback", c.c_void_p), ("progress_data", c.c_void_p), ("kv_overrides", c.c_void_p),
                ("vocab_only", c.c_bool), ("check_tensors", c.c_bool), ("use_extra_bufts", c.c_bool),
                ("no_host", c.c_bool), ("no_alloc", c.c_bool), ("load_mtp", c.c_bool), ("rest", c.c_byte * 64)]


class Override(c.Structure):
    """llama_model_tensor_buft_override."""
    _fields_ = [("pattern", c.c_char_p), ("buffer_type", c.c_void_p)]


class ContextParams(c.Structure):
    """llama_context_params of engine v0.5.0."""
    _fields_ = [("n_ctx", c.c_uint32), ("n_batch", c.c_uint32), ("n_ubatch", c.c_uint32),
                ("n_seq_max", c.c_uint32), ("n_rs_seq", c.c_uint32), ("n_outputs_max", c.c_uint32),
                ("n_outputs_max_per_seq", c.c_uint32), ("n_threads", c.c_int32), ("n_threads_batch", c.c_int32),
                ("ctx_type", c.c_int32), ("rope_scaling_type", c.c_int32), ("pooling_type", c.c_int32),
                ("attention_type", c.c_int32), ("flash_attn_type", c.c_int32), ("rope", c.c_float * 6),
                ("yarn_orig_ctx", c.c_uint32), ("defrag_thold", c.c_float), ("cb_eval", c.c_void_p),
                ("cb_eval_data", c.c_void_p), ("type_k", c.c_int32), ("type_v", c.c_int32),
                ("abort_callback", c.c_void_p), ("abort_data", c.c_void_p), ("embeddings", c.c_bool),
                ("offload_kqv", c.c_bool), ("no_perf", c.c_bool), ("op_offload", c.c_bool), ("swa_full", c.c_bool),
                ("kv_unified", c.c_bool), ("samplers", c.c_void_p), ("n_samplers", c.c_size_t),
                ("ctx_other", c.c_void_p), ("rest", c.c_byte * 64)]


LOG = c.CFUNCTYPE(None, c.c_int, c.c_char_p, c.c_void_p)


class Engine:
    def __init__(self, libraries: pathlib.Path):
        def load(stem: str) -> c.CDLL:
            name = re.compile(rf"lib{stem}(\.vulkan)?(\.v[\d.]+)?\.so")
            path = sorted(p for p in libraries.iterdir() if name.fullmatch(p.name))[0]
            return c.CDLL(str(path), mode=c.RTLD_GLOBAL)

        self.base, self.ggml, self.llama = load("ggml-base"), load("ggml"), load("llama")
        self.lines: list[str] = []
        self._log = LOG(lambda level, text, data: self.lines.append(text.decode(errors="replace")))
        self.llama.llama_log_set(self._log, None)
        self.ggml.ggml_backend_load_all_from_path(str(libraries).encode())
        self.llama.llama_backend_init()
        for function, result in (("llama_model_default_params", ModelParams),
                                 ("llama_context_default_params", ContextParams),
                                 ("llama_model_load_from_file", c.c_void_p), ("llama_init_from_model", c.c_void_p),
                                 ("llama_model_n_params", c.c_uint64), ("llama_model_size", c.c_uint64)):
            getattr(self.llama, function).restype = result
        self.llama.llama_model_load_from_file.argtypes = [c.c_char_p, ModelParams]
        self.llama.llama_init_from_model.argtypes = [c.c_void_p, ContextParams]
        for function in ("llama_free", "llama_model_free", "llama_model_n_params", "llama_model_size"):
            getattr(self.llama, function).argtypes = [c.c_void_p]
        self._check_layout()

    def _check_layout(self) -> None:
        """The structs above belong to one version; its defaults give them away."""
        p = self.llama.llama_context_default_params()
        m = self.llama.llama_model_default_params()
        seen = (p.n_ctx, p.n_batch, p.n_ubatch, p.n_seq_max, p.flash_attn_type, p.type_k, p.type_v, p.offload_kqv,
                p.swa_full, p.kv_unified, m.n_gpu_layers, m.use_extra_bufts, m.no_alloc)
        if seen != (512, 2048, 512, 1, -1, 1, 1, True, True, False, -1, True, False):
            raise SystemExit(f"engine: not the version these structs were written for: {seen}")

    def take_log(self) -> str:
        text = "".join(self.lines)
        self.lines.clear()
        return text

    def load(self, path: str, no_alloc: bool = False, gpu_layers: int = -1, cpu_experts: bool = False) -> int:
        params = self.llama.llama_model_default_params()
        params.use_extra_bufts = False  # weights as they are, not repacked for one processor
        params.n_gpu_layers = gpu_layers
        params.no_alloc = no_alloc
        if cpu_experts:
            self._overrides = (Override * 2)()  # ends with an empty one
            self._overrides[0] = Override(rb"\.ffn_(up|down|gate|gate_up)_(ch|)exps", self._cpu_buffer())
            params.tensor_buft_overrides = c.cast(self._overrides, c.c_void_p)
        if no_alloc:
            params.enums[1] = 0  # load mode: none; a mapping would be read

        return self.llama.llama_model_load_from_file(path.encode(), params)

    def _cpu_buffer(self) -> int:
        """The buffer type of the CPU's device, as --cpu-moe would take it."""
        find, kind = self.ggml.ggml_backend_dev_by_type, self.base.ggml_backend_dev_buffer_type
        find.restype = kind.restype = c.c_void_p
        find.argtypes, kind.argtypes = [c.c_int], [c.c_void_p]
        return kind(find(0))

    def context(self, model: int, s: dict) -> int:
        p = self.llama.llama_context_default_params()
        p.n_ctx, p.n_batch, p.n_ubatch, p.n_seq_max = s["context"], s["batch"], s["ubatch"], s["sequences"]
        p.n_outputs_max = s["outputs"]
        p.flash_attn_type = int(s["flash_attention"])
        p.type_k, p.type_v = KV_TYPES[s["kv_key"]], KV_TYPES[s["kv_value"]]
        p.kv_unified, p.swa_full = s["kv_unified"], s["swa_full"]
        p.n_rs_seq = s.get("rollback", 0)
        return self.llama.llama_init_from_model(model, p)


def measure(engine: Engine, context: int, s: dict) -> dict:
    """What the graph of the largest step needs, and what the caches hold, to the byte."""
    if s.get("log_only"):
        return {}
    tokens = min(s["context"], s["ubatch"], s["batch"])
    outputs = min(tokens, s["outputs"] or tokens)
    worst = graph.Graph(engine, context, tokens, s["sequences"], outputs)
    top, live, node, tensors = worst.peak()
    return {"compute_bytes": top, "live_bytes": live, "nodes": len(worst.nodes), "peak": worst.describe(node),
            "live": [(size, worst.describe(t)) for t, _, size in tensors], "caches": worst.caches()}


def main() -> None:
    engine = Engine(pathlib.Path(sys.argv[1]))
    model = engine.load(sys.argv[2], no_alloc="--real" not in sys.argv, gpu_layers=int(sys.argv[3]),
                        cpu_experts="--cpu-experts" in sys.argv)
    print(json.dumps({"log": engine.take_log(), "ok": bool(model),
                      "weights": engine.llama.llama_model_size(model) if model else 0}), flush=True)
    if not model:
        return
    for line in sys.stdin:
        setting = json.loads(line)
        context = engine.context(model, setting)
        reply = {"log": engine.take_log(), "ok": bool(context)}
        if context:
            reply |= measure(engine, context, setting)
            engine.llama.llama_free(context)
            engine.take_log()
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
