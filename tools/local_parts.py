"""The parts of play without a server that come from npm and from Python's package index.

``web/node_modules/.local`` gets the interpreter, compressed; its standard library, compiled and without
modules that no rule of a game needs; and msgspec's wheel for WebAssembly, with its pinned hash. Where the
wheel cannot be fetched, its file is empty, and the client says that play without a server is not built in.
Needs only the standard library, and Node.js.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from node import node_command  # a tool beside this one, found on the path set just above

COMPILER = Path(__file__).with_name("compile_library.mjs")
WHEEL = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
WHEEL_OF = "msgspec==0.22.0"
WHEEL_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
PYTHON = "3.14"
"""The version of the interpreter, which the wheel's name has, too."""
OF_PYODIDE = """Copyright the Pyodide contributors and Mozilla.
This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0, which is at
https://mozilla.org/MPL/2.0/. The source code is at https://github.com/pyodide/pyodide."""
OF_PYTHON = """Copyright © 2001 Python Software Foundation; All Rights Reserved.
The PSF License Agreement is at https://docs.python.org/3/license.html, with the licences of the software that
Python includes. Modules of the standard library that no rule of a game needs are left out."""
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", PYTHON, "--only-binary=:all:")

# Neither the rules nor Pyodide import these, not even later.
LEFT_OUT = frozenset(
    """_aix_support _android_support _apple_support _ios_support _osx_support _pydecimal _pyrepl
    bdb cProfile cgi cgitb chunk cmd code compileall configparser ctypes curses dbm difflib doctest
    ensurepip filecmp fileinput ftplib getpass html http idlelib imaplib lib2to3
    mailbox mimetypes modulefinder multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib
    profile pstats pty py_compile pyclbr pydoc pydoc_data sched smtplib sqlite3 ssl symtable tabnanny test
    timeit tkinter tomllib trace turtle turtledemo unittest venv wave webbrowser wsgiref xml xmlrpc
    zipapp""".split()
)
ENCODINGS = frozenset("__init__ aliases ascii cp437 idna latin_1 utf_16 utf_8 utf_8_sig".split())


def prepare(modules: Path) -> None:
    """Write all parts below the folder of installed npm packages, unless they are there already."""
    folder, source = modules / ".local", modules / "pyodide"
    stamp = folder / ".stamp"
    inputs = (Path(__file__), COMPILER, source / "package.json")
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    folder.mkdir(exist_ok=True)
    wasm = gzip.compress((source / "pyodide.asm.wasm").read_bytes(), 9, mtime=0)
    (folder / "python.wasm.gz").write_bytes(wasm)
    wheel = _wheel()
    library = _trimmed((source / "python_stdlib.zip").read_bytes())
    (folder / "stdlib.zip.gz").write_bytes(_compiled(library, source) if wheel else b"")
    (folder / "msgspec.whl").write_bytes(wheel)
    names = ("python.wasm.gz", "stdlib.zip.gz", "msgspec.whl")
    sizes = {name: (folder / name).stat().st_size for name in names}
    (folder / "sizes.json").write_text(json.dumps(sizes))
    (folder / "notices.json").write_text(json.dumps(_notices(source, wheel) if wheel else []))
    if wheel:
        stamp.write_text(wanted)


def _notices(pyodide: Path, wheel: bytes) -> list[dict[str, str]]:
    """Name, version, licence and notice of all that comes with the interpreter."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        (license,) = (name for name in archive.namelist() if name.endswith("/licenses/LICENSE"))
        text = archive.read(license).decode().strip()
    name, _, version = WHEEL_OF.partition("==")
    known = json.loads((pyodide / "package.json").read_text())
    npm = known["version"]
    return [
        _notice("pyodide", npm, "MPL-2.0", f"pkg:npm/pyodide@{npm}", OF_PYODIDE),
        _notice("cpython", PYTHON, "PSF-2.0", f"pkg:generic/cpython@{PYTHON}", OF_PYTHON),
        _notice(name, version, "BSD-3-Clause", f"pkg:pypi/{name}@{version}?file_name={WHEEL}", text),
    ]


def _notice(name: str, version: str, license: str, purl: str, text: str) -> dict[str, str]:
    return {"name": name, "version": version, "license": license, "purl": purl, "text": text}


def _trimmed(library: bytes) -> bytes:
    """The standard library without what is left out."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as old, zipfile.ZipFile(packed, "w") as new:
        for info in old.infolist():
            if _is_needed(info.filename):
                new.writestr(zipfile.ZipInfo(info.filename), old.read(info))
    return packed.getvalue()


def _compiled(library: bytes, pyodide: Path) -> bytes:
    """The standard library as bytecode: a phone would take seconds at each start to compile it."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "library.zip"
        archive.write_bytes(library)
        subprocess.run([*node_command(), COMPILER, pyodide, archive], check=True)
        return gzip.compress(archive.read_bytes(), 9, mtime=0)


def _is_needed(name: str) -> bool:
    first, _, rest = name.partition("/")
    if first == "encodings" and rest:
        return rest.removesuffix(".py") in ENCODINGS
    return first.removesuffix(".py") not in LEFT_OUT


def _wheel() -> bytes:
    """The wheel, checked; empty if it cannot be fetched."""
    with tempfile.TemporaryDirectory() as folder:
        for python in (sys.executable, shutil.which("python3") or sys.executable):
            asked = [
                python,
                "-m",
                "pip",
                "download",
                "-q",
                "--no-deps",
                *PLATFORM,
                "-d",
                folder,
                WHEEL_OF,
            ]
            done = subprocess.run(asked, check=False, capture_output=True)
            if done.returncode == 0:
                break
        path = Path(folder) / WHEEL
        if not path.is_file():
            print("msgspec’s wheel for WebAssembly cannot be fetched: play without a server is not built in.")
            return b""
        content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != WHEEL_SHA256:
        raise SystemExit("msgspec’s wheel for WebAssembly does not have its pinned hash.")
    return content
