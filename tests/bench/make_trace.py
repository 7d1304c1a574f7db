#!/usr/bin/env python3
"""Writes a Kineto-like trace of any size: a training loop with operators, launches, kernels, copies
and collectives, the same for the same arguments.

    tests/bench/make_trace.py 1000 /tmp/big.json      a thousand megabytes
"""
import random
import sys

KERNELS = [
    "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_64x3_tn",
    "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 3> >(int, at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 3>)",
    "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, unsigned int, float, 4>)",
    "nvjet_tst_256x128_64x4_1x2_h_bz_coopA_TNT",
    "triton_poi_fused_add_mul_silu_3",
]
COMMS = ["ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
         "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"]


def event(category, name, pid, tid, ts, dur, args):
    return (f'{{"ph":"X","cat":"{category}","name":"{name}","pid":{pid},"tid":{tid},'
            f'"ts":{ts / 1000:.3f},"dur":{dur / 1000:.3f},"args":{{{args}}}}}')


def main():
    size = int(float(sys.argv[1]) * 1_000_000)
    rnd = random.Random(7)
    out = open(sys.argv[2], "w", encoding="utf-8")
    written = out.write('{"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3","numSms":132}],'
                        '"distributedInfo":{"backend":"nccl","rank":0,"world_size":8},"traceEvents":[\n')
    cpu = gpu = comm = 4_458_676_522_690_655
    correlation = 1
    step = 0
    while written < size:
        lines = []
        begin = cpu
        for _ in range(2000):
            dur = rnd.randrange(20_000, 90_000)
            lines.append(event("cpu_op", "aten::linear", 4242, 4242, cpu, dur,
                               f'"External id":{correlation},"Record function id":0,"Ev Idx":{correlation}'))
            launch = cpu + dur // 3
            start = max(gpu, launch + 4000)
            span = rnd.randrange(2_000, 120_000)
            lines.append(event("kernel", rnd.choice(KERNELS), 0, 7, start, span,
                               f'"External id":{correlation},"queued":0,"device":0,"context":1,"stream":7,"correlation":{correlation},'
                               f'"registers per thread":64,"shared memory":49152,"blocks per SM":{rnd.randrange(1, 400) / 8},"warps per SM":16,'
                               f'"grid":[128,8,1],"block":[128,1,1],"est. achieved occupancy %":{rnd.randrange(101)}'))
            lines.append(event("cuda_runtime", "cudaLaunchKernel", 4242, 4242, launch, 3500,
                               f'"External id":{correlation},"cbid":211,"correlation":{correlation}'))
            lines.append(f'{{"ph":"s","id":{correlation},"pid":4242,"tid":4242,"ts":{launch / 1000:.3f},"cat":"ac2g","name":"ac2g"}}')
            gpu = start + span
            correlation += 1
            if rnd.random() < 0.02:
                start = max(comm, gpu - 30_000)
                span = rnd.randrange(50_000, 900_000)
                lines.append(event("kernel", rnd.choice(COMMS), 0, 40, start, span,
                                   f'"External id":{correlation},"queued":0,"device":0,"context":1,"stream":40,"correlation":{correlation},'
                                   f'"Collective name":"_allgather_base","In msg nelems":1048576,"Out msg nelems":8388608,"Group size":8,"dtype":"BFloat16",'
                                   f'"blocks per SM":0.2,"warps per SM":3,"est. achieved occupancy %":0'))
                lines.append(event("cuda_runtime", "cudaLaunchKernelExC", 4242, 4242, cpu + 100, 3000,
                                   f'"External id":{correlation},"cbid":430,"correlation":{correlation}'))
                comm = start + span
                correlation += 1
            cpu += dur + rnd.randrange(1000, 9000)
        cpu = max(cpu, gpu - 2_000_000)
        lines.append(event("user_annotation", f"ProfilerStep#{step}", 4242, 4242, begin, cpu - begin, f'"External id":{correlation}'))
        step += 1
        written += out.write(",\n".join(lines) + ",\n")
    out.write('{"name":"Record Window End","ph":"i","s":"g","pid":"","tid":"","ts":%.3f}\n],"displayTimeUnit":"ms","baseTimeNanoseconds":1711964646000000000}\n' % (cpu / 1000))


if __name__ == "__main__":
    main()
