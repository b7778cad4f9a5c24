"""Plants mistakes in copies of the sources, and checks that the compiler finds each of them."""

import shutil
import sys

# Target, file, text, text with the mistake, and a part of the compiler's message.
PLANTS = {
    "a wrong signature of CryptoKit": (
        "FlowCrypto", "P256.swift", "key.isValidSignature(signature, for: message)",
        "key.isValidSignature(signature, of: message)", "incorrect argument label"),
    "a wrong signature of Security": (
        "FlowCrypto", "RSA.swift", "Data(signature) as CFData, nil)", "Data(signature) as CFData)",
        "missing argument"),
    "a wrong signature of Darwin": (
        "FlowCrypto", "DarwinPlant.swift", "",
        "import Darwin\nfunc plant() -> Int32 { close(0, 1) }\n", "extra argument"),
    "a wrong name in URLSession": (
        "FlowHTTP", "URLSessionTransport.swift", "configuration.urlCache = nil",
        "configuration.cache = nil", "has no member 'cache'"),
    "a missing import": (
        "FlowCrypto", "AESGCM.swift", "import CryptoKit\n", "", "cannot find"),
    "a variable of another type on Darwin": (
        "FlowHTTP", "Server/DetachedThread.swift", "var thread: pthread_t?",
        "var thread = 0", "cannot convert value of type"),
    "an unmarked unsafe call": (
        "FlowHTTP", "Server/DetachedThread.swift",
        "unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()\n        #else",
        "Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()\n        #else",
        "not marked with 'unsafe'"),
    "a type that older systems lack": (
        "FlowCrypto", "NewerPlant.swift", "", "func plant() -> UInt128 { 0 }\n",
        "is only available in"),
    "a function that older systems lack": (
        "FlowCrypto", "NewerCallPlant.swift", "",
        "func plant() async { await withDiscardingTaskGroup { _ in } }\n",
        "is only available in"),
    "a function type that older systems lack": (
        "FlowCrypto", "NewerTypePlant.swift", "",
        "func plant(_ call: (() throws(CryptoFailure) -> Void)?) -> Bool { call == nil }\n",
        "is only available in"),
    "a module that the check doesn't have": (
        "FlowLock", "Mutex.swift", "package import Darwin", "package import Synchronization",
        "no such module"),
}
# Only where an `Int` has 32 bits.
SMALL = {
    "a literal for an `Int` of 64 bits": (
        "FlowCrypto", "LargePlant.swift", "", "func plant() -> Int { 4_294_967_296 }\n",
        "overflows when stored into"),
}


def plant(target, name, file, text, mistake):
    """Checks a target with a mistake in a copy of one file; returns the compiler's message."""
    copy = target.folder / "plant" / file
    copy.parent.mkdir(parents=True, exist_ok=True)
    original = target.manifest.folder(name) / file
    source = original.read_text(encoding="utf-8") if text else ""
    if text and source.count(text) != 1:
        sys.exit(f"error: {original} doesn't contain once: {text}")
    copy.write_text(source.replace(text, mistake) if text else mistake, encoding="utf-8")
    files = [entry for entry in target.sources(name) if entry != original] + [copy]
    return target.check(name, files, copy.parent)


def check(target):
    """Plants every mistake; returns whether all were found."""
    passes = True
    plants = dict(PLANTS, **(SMALL if target.triple.startswith("arm64_32") else {}))
    # What the targets use must compile first, and the targets themselves without a mistake.
    for name in target.manifest.needed({entry[0] for entry in plants.values()}):
        faults = target.check(name)
        if faults:
            print(f"{target.triple}: {name}\n{faults}")
            return False
    for mistake, (name, file, text, replacement, message) in plants.items():
        shutil.rmtree(target.folder / "plant", ignore_errors=True)
        faults = plant(target, name, file, text, replacement)
        if message in faults:
            print(f"{target.triple}: found {mistake}")
        else:
            passes = False
            print(f"{target.triple}: missed {mistake}\n{faults}")
    return passes
