"""The kernels as WebAssembly: `make wasm` compiles the loops that `fit` calls to book/_static/play/kernels.wasm.

llvmlite's LLVM knows the target, and the package `ziglang` brings the linker. Both are needed only here: the file is
committed, with a hash of the kernels' source in it, and a test says when it is older than they are.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WASM = ROOT / "book" / "_static" / "play" / "kernels.wasm"
SOURCE = ROOT / "gnode" / "kernels.py"
# Training is in float32 (V, M); what is read out of a layer needs float64 (W, N).
V, M, W, N, I, O, F, B = "f4[::1]", "f4[:,::1]", "f8[::1]", "f8[:,::1]", "i8[::1]", "i8[:,::1]", "f8", "b1"
KERNELS = {
    "train_node_dual": (M, M, V, V, F, F, W, O, F, V, V, W),
    "train_node_primal": (M, M, V, V, F, V, W, O, F, W),
    "train_epoch_autoencoder": (M, M, V, M, V, F, I, F),
    "train_epoch_supervised": (M, I, M, V, M, V, F, I, F),
    "train_epoch_output": (M, I, M, V, F, I, I, F),
    "train_epoch_backprop": (M, I, V, I, F, I, I, F),
    "product": (M, M, B, B),
    "product_float64": (N, N, B, B),
    "tanh_all": (V,),
    "softmax_rows": (M,),
}
"""What the page calls, and its arguments."""
SECTION = b"gnode.sources"
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals"


def hash_of_source(file=SOURCE):
    """Hash the source of the kernels as it is on disk now (str)."""
    return hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def hash_within(content):
    """Read the hash of the sources that a module was made of; None if it has none."""
    found = re.search(re.escape(bytes([len(SECTION)]) + SECTION) + rb"([0-9a-f]{64})$", content)
    return found[1].decode() if found else None


def with_hash(content, digest):
    """Put the hash behind the code, in a section of its own that engines skip (bytes)."""
    section = bytes([len(SECTION)]) + SECTION + digest.encode()
    assert len(section) < 128  # its size fits into one byte
    return content + bytes([0, len(section)]) + section


def compiled(kernel, arguments, machine, name):
    """Compile one kernel to an object file for WebAssembly (bytes), under a name."""
    import llvmlite.binding as llvm
    from numba.core.sigutils import normalize_signature

    signature, _ = normalize_signature(f"({', '.join(arguments)},)")
    kernel.compile(signature)
    overload = next(one for one in kernel.overloads.values() if one.signature.args == signature)
    own_name = overload.fndesc.mangled_name
    code = overload.library.get_llvm_str().replace(f'@"{own_name}"', f"@{name}").replace(f"@{own_name}(", f"@{name}(")
    code = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'target datalayout = ".*"\n', "", code)
    code = code.replace(" = common ", " = internal ")
    code = code.replace('"target-cpu"', '"host-cpu"').replace('"target-features"', '"host-features"')
    # Sizes of arrays do not overflow: memory is smaller than that.
    code = re.sub(
        r"declare \{ i64, i1 \} @llvm\.smul\.with\.overflow\.i64\(i64, i64\)[^\n]*",
        "define internal { i64, i1 } @times(i64 %a, i64 %b) {\n  %c = mul i64 %a, %b\n"
        "  %d = insertvalue { i64, i1 } zeroinitializer, i64 %c, 0\n  ret { i64, i1 } %d\n}",
        code,
    ).replace("@llvm.smul.with.overflow.i64(", "@times(")
    # What is reshaped is a vector, into a matrix of its rows one after the other.
    code = re.sub(
        r"declare i32 @numba_attempt_nocopy_reshape\([^\n]*",
        "define internal i32 @numba_attempt_nocopy_reshape"
        "(i64 %n, ptr %old, ptr %bytes, i64 %m, ptr %shape, ptr %strides, i64 %item, i32 %f) {\n"
        "  %last = getelementptr i64, ptr %shape, i64 1\n  %width = load i64, ptr %last\n"
        "  %row = mul i64 %width, %item\n  store i64 %row, ptr %strides\n"
        "  %next = getelementptr i64, ptr %strides, i64 1\n  store i64 %item, ptr %next\n  ret i32 1\n}",
        code,
    )
    # References are not counted: memory belongs to the page.
    code = re.sub(
        r"define [^\n]*void @(NRT_(?:in|de)cref)\([^\n]*\{\n.*?\n\}\n",
        r"define internal void @\1(ptr %p) noinline { ret void }\n",
        code,
        flags=re.DOTALL,
    )
    module = llvm.parse_assembly(code)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    for function in module.functions:
        if not function.is_declaration and function.name != name:
            function.linkage = "internal"
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
    passes.getModulePassManager().run(module, passes)
    return machine.emit_object(module)


def link(objects):
    """Link object files to one module (bytes)."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{name}.o") for name in objects]
        for file, content in zip(files, objects.values()):
            file.write_bytes(content)
        linked = Path(folder, "kernels.wasm")
        exports = [f"--export={name}" for name in (*objects, "__heap_base")]
        options = ["--no-entry", "--gc-sections", "--allow-undefined", "--stack-first", "-O3", "--strip-all"]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*linker, *options, *exports, *files, "-o", linked], check=True)
        return linked.read_bytes()


def main(path=WASM):
    """Write the module."""
    os.environ["NUMBA_CPU_NAME"] = "generic"  # before Numba is imported: vectors of 128 bits, as WebAssembly's
    import llvmlite.binding as llvm
    from numba.core.caching import NullCache

    from gnode import kernels

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")
    for loop in vars(kernels).values():
        if hasattr(loop, "py_func"):
            loop._cache = NullCache()  # what is kept has no code for another machine
    objects = {
        name: compiled(getattr(kernels, name.removesuffix("_float64")), arguments, machine, name)
        for name, arguments in KERNELS.items()
    }
    Path(path).write_bytes(with_hash(link(objects), hash_of_source()))
    print(f"{path}: {Path(path).stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
