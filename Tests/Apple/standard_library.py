"""Makes Swift's standard library for Apple systems, from the interfaces of the Linux toolchain.

The interfaces are texts with the availability of every declaration on Apple systems. They aren't
fit to run, but to check the types, the availability and the concurrency of code that uses them.
"""

import pathlib
import re
import shutil
import subprocess

MODULES = ["Swift", "_Concurrency", "_RegexParser", "_StringProcessing", "SwiftOnoneSupport"]
# Modules that use the compiler's built-in types.
PRIMITIVE = {"Swift", "_Concurrency", "SwiftOnoneSupport"}
# The folder of an operating system's modules in a toolchain.
FOLDERS = {"macosx": "macosx", "ios": "iphoneos", "watchos": "watchos", "tvos": "appletvos"}
BITS_32 = "arm64_32"


class Unavailable(Exception):
    """The toolchain can't check code for Apple systems."""


def runtime_folder():
    compiler = shutil.which("swiftc")
    if compiler is None:
        raise Unavailable("swiftc isn't on the path")
    folder = pathlib.Path(compiler).resolve().parent.parent / "lib" / "swift"
    if not (folder / "linux" / "Swift.swiftmodule").is_dir():
        raise Unavailable("the toolchain isn't one for Linux")
    return folder


def system_name(triple):
    return re.sub(r"[\d.]+$", "", triple.split("-")[2])


def module_path(folder, triple, module):
    """Where the compiler looks for a module below its resource folder."""
    architecture, vendor, _ = triple.split("-")
    name = system_name(triple)
    suffix = {"macosx": "macos"}.get(name, name)
    place = folder / FOLDERS[name] / f"{module}.swiftmodule"
    place.mkdir(parents=True, exist_ok=True)
    return place / f"{architecture}-{vendor}-{suffix}.swiftmodule"


def with_small_integers(text):
    """Makes literals for `Int` and `UInt` fit into 32 bits.

    Only literals change: the types keep 64 bits, because the compiler knows how they are stored.
    """
    for name, conversion, extension in [("Int", "s_to_s", "sext"), ("UInt", "s_to_u", "zext")]:
        start = text.index(f"public struct {name} : ")
        old = f"Builtin.{conversion}_checked_trunc_IntLiteral_Int64(x).0"
        new = (
            f"Builtin.{extension}_Int32_Int64("
            f"Builtin.{conversion}_checked_trunc_IntLiteral_Int32(x).0)"
        )
        at = text.index(old, start)
        text = text[:at] + new + text[at + len(old) :]
    # The only literal of the library itself that is larger.
    return text.replace("return 0x4000_0000_0000_0000", "return 0x4000_0000")


def interface(runtime, module, triple):
    found = sorted((runtime / "linux" / f"{module}.swiftmodule").glob("*-linux-gnu.swiftinterface"))
    if not found:
        raise Unavailable(f"the toolchain has no interface of the module {module}")
    text = found[0].read_text(encoding="utf-8")
    text = re.sub(r"-target \S+-linux-gnu", f"-target {triple}", text)
    # Some functions have no body in an interface, which the attribute requires.
    text = re.sub(r"@backDeployed\(before: [^)]*\)", "", text)
    # Two functions on `Float80`, which no Apple system with an ARM processor has.
    text = text.replace("self = _stdlib_remainderl(self, other)", "fatalError()")
    text = text.replace("self = _stdlib_squareRootl(self)", "fatalError()")
    if module == "Swift" and triple.startswith(BITS_32):
        text = with_small_integers(text)
    return text


def make(folder, triple):
    """Makes the resource folder of a compiler for a target."""
    runtime = runtime_folder()
    folder.mkdir(parents=True)
    for name in ["shims", "clang", "apinotes"]:
        (folder / name).symlink_to(runtime / name)
    for module in MODULES:
        source = folder / f"{module}.swiftinterface"
        source.write_text(interface(runtime, module, triple), encoding="utf-8")
        command = ["swiftc", "-frontend", "-compile-module-from-interface", str(source)]
        command += ["-o", str(module_path(folder, triple, module)), "-module-name", module]
        command += ["-target", triple, "-disable-objc-interop", "-disable-availability-checking"]
        command += ["-resource-dir", str(folder), "-module-cache-path", str(folder / "cache")]
        command += ["-parse-stdlib"] if module in PRIMITIVE else []
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Unavailable(f"the module {module} doesn't compile\n{done.stderr[-2000:]}")
