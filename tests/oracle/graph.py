"""Which tensors are alive when the compute buffer is fullest? Walks the engine's own graph of the largest step.

The engine lays that graph out with a best-fit allocator: inputs first, then each node, in place of a parent where
the operation allows it, and frees what has no reader left. The same rules replayed here give the same buffer to the
byte, and the tensors that fill it.
"""
import ctypes as c

MAX_SRC = 10
INPUT, OUTPUT = 1, 2
ALIGNMENT = 32


class T(c.Structure):
    """ggml_tensor."""


T._fields_ = [("type", c.c_int), ("buffer", c.c_void_p), ("ne", c.c_int64 * 4), ("nb", c.c_size_t * 4),
              ("op", c.c_int), ("op_params", c.c_int32 * 16), ("flags", c.c_int32), ("src", c.POINTER(T) * MAX_SRC),
              ("view_src", c.POINTER(T)), ("view_offs", c.c_size_t), ("data", c.c_void_p), ("name", c.c_char * 64)]


class CGraph(c.Structure):
    """The head of ggml_cgraph, which the engine keeps to itself."""
    _fields_ = [("size", c.c_int), ("n_nodes", c.c_int), ("n_leafs", c.c_int), ("nodes", c.POINTER(c.POINTER(T))),
                ("grads", c.c_void_p), ("grad_accs", c.c_void_p), ("leafs", c.POINTER(c.POINTER(T)))]


class Free:
    """A best-fit list of free blocks over an endless buffer, as the engine's allocator keeps."""

    def __init__(self):
        self.blocks = [[0, 1 << 60]]
        self.top = 0

    def take(self, size: int) -> int:
        fits = [b for b in self.blocks[:-1] if b[1] >= size]
        block = min(reversed(fits), key=lambda b: b[1]) if fits else self.blocks[-1]
        at = block[0]
        block[0] += size
        block[1] -= size
        if block[1] == 0:
            self.blocks.remove(block)
        self.top = max(self.top, at + size)
        return at

    def give(self, at: int, size: int) -> None:
        self.blocks.append([at, size])
        self.blocks.sort()
        merged = [self.blocks[0]]
        for b in self.blocks[1:]:
            if merged[-1][0] + merged[-1][1] == b[0]:
                merged[-1][1] += b[1]
            else:
                merged.append(b)
        self.blocks = merged


class Graph:
    def __init__(self, engine, context: int, tokens: int, sequences: int, outputs: int):
        base = engine.base
        reserve = getattr(engine.llama, "_Z19llama_graph_reserveP13llama_contextjjj")
        reserve.restype, reserve.argtypes = c.c_void_p, [c.c_void_p, c.c_uint32, c.c_uint32, c.c_uint32]
        base.ggml_graph_node.restype, base.ggml_graph_node.argtypes = c.POINTER(T), [c.c_void_p, c.c_int]
        base.ggml_graph_n_nodes.argtypes = [c.c_void_p]
        base.ggml_nbytes.restype, base.ggml_nbytes.argtypes = c.c_size_t, [c.POINTER(T)]
        base.ggml_op_desc.restype, base.ggml_op_desc.argtypes = c.c_char_p, [c.POINTER(T)]
        base.ggml_op_can_inplace.restype, base.ggml_op_can_inplace.argtypes = c.c_bool, [c.c_int]
        base.ggml_type_name.restype = c.c_char_p
        self.base = base
        graph = reserve(context, tokens, sequences, outputs)
        self.nodes = [base.ggml_graph_node(graph, i) for i in range(base.ggml_graph_n_nodes(graph))]
        head = c.cast(graph, c.POINTER(CGraph)).contents
        assert head.n_nodes == len(self.nodes) and 0 < head.n_leafs < head.size
        self.leafs = [head.leafs[i] for i in range(head.n_leafs)]
        scheduler = getattr(engine.llama, "_ZNK13llama_context9get_schedEv")
        scheduler.restype, scheduler.argtypes = c.c_void_p, [c.c_void_p]
        sched = scheduler(context)
        base.ggml_backend_sched_get_n_backends.argtypes = [c.c_void_p]
        base.ggml_backend_buffer_is_host.restype, base.ggml_backend_buffer_is_host.argtypes = c.c_bool, [c.c_void_p]
        base.ggml_backend_buffer_name.restype, base.ggml_backend_buffer_name.argtypes = c.c_char_p, [c.c_void_p]
        self.alone = base.ggml_backend_sched_get_n_backends(sched) == 1

    @staticmethod
    def key(t) -> int:
        return c.cast(t, c.c_void_p).value

    def describe(self, t) -> str:
        x = t.contents
        shape = " x ".join(str(n) for n in x.ne if n != 1) or "1"
        return (f"{x.name.decode(errors='replace'):28} {self.base.ggml_op_desc(t).decode():14} "
                f"{self.base.ggml_type_name(x.type).decode():5} {shape}")

    def caches(self) -> dict[str, int]:
        """Bytes of each cache tensor the graph touches: cache_k_l0, cache_v_l0, cache_r_l3, cache_s_l3, ..."""
        found = {}
        for t in self.nodes:
            for s in [t, *(s for s in t.contents.src if s)]:
                root = s.contents.view_src or s
                name = root.contents.name.decode(errors="replace")
                if name.startswith("cache_") and root.contents.buffer:
                    found[name] = self.base.ggml_nbytes(root)
        return found

    def on_device(self, t) -> bool:
        """Whatever does not look a row up in weights that stayed on the host: the token embedding does."""
        return not any(s.contents.buffer and self.base.ggml_backend_buffer_is_host(s.contents.buffer)
                       for s in t.contents.src if s)

    def device_order(self):
        """What the device's part of the graph allocates: copies of its inputs first, then its nodes."""
        mine = [t for t in self.nodes if self.on_device(t)]
        known = {self.key(t) for t in mine}
        copies, seen = [], set()
        for t in mine:
            for s in (s for s in t.contents.src if s):
                root = s.contents.view_src or s
                k = self.key(s)
                if not root.contents.buffer and k not in known and k not in seen:
                    seen.add(k)
                    copies.append(s)
        return copies, mine

    def replay(self):
        """Yields (node, live, top) after each allocation, live = {key: (tensor, offset, size)}."""
        leafs, nodes = (self.leafs, self.nodes) if self.alone else ([], self.device_order())
        copies = []
        if not self.alone:
            copies, nodes = nodes
        free, where = Free(), {}
        children, views, done, tensors = {}, {}, {}, {}
        key = self.key

        def size(t) -> int:
            return -(-self.base.ggml_nbytes(t) // ALIGNMENT) * ALIGNMENT

        def sources(t):
            return [s for s in t.contents.src if s]

        def allocate(t) -> None:
            k = key(t)
            tensors[k] = t
            x = t.contents
            if k in where or x.buffer or x.data or x.view_src or done.get(k):
                return
            done[k] = True
            if self.base.ggml_op_can_inplace(x.op):
                for parent in sources(t):
                    p, pk = parent.contents, key(parent)
                    if pk not in where or p.flags & OUTPUT:
                        continue
                    if (p.type, tuple(p.ne), tuple(p.nb)) != (x.type, tuple(x.ne), tuple(x.nb)):
                        continue
                    if children.get(pk, 0) == 1 and not views.get(pk, 0):
                        where[k] = (t, where.pop(pk)[1], size(t))
                        return
            where[k] = (t, free.take(size(t)), size(t))

        def release(k) -> None:
            if k in where and not tensors[k].contents.flags & OUTPUT:
                free.give(where[k][1], where[k][2])
                del where[k]

        for t in leafs:
            allocate(t)
        for t in nodes:
            x = t.contents
            if x.view_src:
                views[key(x.view_src)] = views.get(key(x.view_src), 0) + 1
            for s in sources(t):
                children[key(s)] = children.get(key(s), 0) + 1
                if self.alone and s.contents.flags & INPUT:
                    allocate(s)
        for t in copies:
            allocate(t)
        for t in nodes:
            for s in sources(t):
                allocate(s)
            allocate(t)
            yield t, dict(where), free.top
            for s in sources(t):
                k = key(s)
                children[k] -= 1
                if children[k] or views.get(k, 0):
                    continue
                if s.contents.view_src:
                    root = s.contents.view_src
                    rk = key(root)
                    tensors.setdefault(rk, root)
                    views[rk] -= 1
                    if not views[rk] and not children.get(rk, 0):
                        release(rk)
                else:
                    release(k)

    def peak(self):
        """(bytes of the buffer, bytes alive at its fullest, node then computed, live tensors largest first)."""
        best, at, live, top = -1, None, {}, 0
        for node, where, top in self.replay():
            now = sum(size for _, _, size in where.values())
            if now > best:
                best, at, live = now, node, where
        return top, best, at, sorted(live.values(), key=lambda w: -w[2])
