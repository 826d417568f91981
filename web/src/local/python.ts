/** The interpreter and the package's own rules, loaded with progress, and unpacked into the worker's memory. */

import wheelPath from "../../node_modules/.local/msgspec.whl?url";
import wasmPath from "../../node_modules/.local/python.wasm.gz?url";
import sizes from "../../node_modules/.local/sizes.json";
import libraryPath from "../../node_modules/.local/stdlib.zip.gz?url";
import { type PyodideAPI, loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

/** Whether the build has all parts: without the wheel there is no offline play. */
export const isBuilt = sizes["msgspec.whl"] > 0;

/** Estimated size of the archive of the package's sources in bytes; only the server knows the exact size. */
const CODE_SIZE = 1_650_000;
/** Address at which the interpreter looks for its own files; the loaded files answer its requests. */
const INDEX = `${location.origin}/pyodide/`;
const PACKAGES = "/lib/python3.14/site-packages";
/** None of Pyodide's own packages is used. */
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.6" }, packages: {} };

type Progress = (loaded: number, total: number) => void;

/** Loads files in parallel and reports the progress of all of them. */
class Loading {
  #loaded = 0;
  constructor(
    private readonly total: number,
    private readonly progress: Progress,
  ) {}

  async bytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const response = await fetch(path);
    if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          this.#loaded += chunk.length;
          this.progress(Math.min(this.#loaded, this.total), this.total);
          controller.enqueue(chunk);
        },
      }),
    );
    return new Uint8Array(await new Response(counted).arrayBuffer());
  }
}

async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  // A host that declares the compression has had the browser decode the file.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.buffer;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Start the interpreter with the package in it. `code` is the address of the package's sources. */
export async function loadPython(code: string, progress: Progress): Promise<PyodideAPI> {
  if (!isBuilt) throw new Error("not built in");
  const total = Object.values(sizes).reduce((sum, size) => sum + size, CODE_SIZE);
  const loading = new Loading(total, progress);
  const [wasm, library, wheel, sources] = await Promise.all([wasmPath, libraryPath, wheelPath, code].map((path) => loading.bytes(path)));
  const [instance, standard] = await Promise.all([unzipped(wasm!), unzipped(library!)]);
  const files: Record<string, () => Response> = {
    "pyodide.asm.wasm": () => new Response(instance, { headers: { "content-type": "application/wasm" } }),
    "python_stdlib.zip": () => new Response(standard, { headers: { "content-type": "application/zip" } }),
  };
  const fetched = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const own = address.startsWith(INDEX) ? files[address.slice(INDEX.length)] : undefined;
    return own ? own() : fetched(input, init);
  };
  try {
    const python = await loadPyodide({ indexURL: INDEX, createPyodideModule, lockFileContents: JSON.stringify(LOCK), packageBaseUrl: INDEX, env: { PYTHONDONTWRITEBYTECODE: "1" } });
    python.unpackArchive(wheel!, "wheel");
    python.unpackArchive(sources!, "zip", { extractDir: PACKAGES });
    return python;
  } finally {
    self.fetch = fetched;
  }
}

/** Load the networks of bots, and return a function that unpacks them. */
export async function loadNetworks(python: PyodideAPI, address: string): Promise<() => void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const networks = await response.arrayBuffer();
  return () => python.unpackArchive(networks, "zip", { extractDir: PACKAGES });
}
