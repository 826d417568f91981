/**
 * Compiles the Python modules of a zip archive with Pyodide's own interpreter, so that no start in a browser has to:
 * `node compile_library.mjs PYODIDE ARCHIVE`. The archive is replaced. Without docstrings, assertions and the numbers of
 * lines the code is as small as its sources. The same archive gives the same bytes.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const COMPILE = `
import importlib.util, io, marshal, types, zipfile

def stripped(code):
    constants = tuple(stripped(each) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=constants)

def compiled(name, source):
    code = stripped(compile(source, name, "exec", dont_inherit=True, optimize=2))
    # No time and no size: there is no source that it could be older than.
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)

packed = io.BytesIO()
with zipfile.ZipFile("/archive.zip") as old, zipfile.ZipFile(packed, "w") as new:
    for name in old.namelist():
        content = old.read(name)
        if name.endswith(".py"):
            name, content = name + "c", compiled(name, content)
        new.writestr(zipfile.ZipInfo(name), content)
with open("/archive.zip", "wb") as file:
    file.write(packed.getvalue())
`;

const [folder, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1" } });
python.FS.writeFile("/archive.zip", readFileSync(archive));
python.runPython(COMPILE);
writeFileSync(archive, python.FS.readFile("/archive.zip"));
