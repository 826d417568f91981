/** The interpreter and the package's own rules, loaded with progress, and unpacked into the worker's memory. */

import wheelPath from "../../node_modules/.local/msgspec.whl?url";
import wasmPath from "../../node_modules/.local/python.wasm.gz?url";
import sizes from "../../node_modules/.local/sizes.json";
import libraryPath from "../../node_modules/.local/stdlib.zip.gz?url";
import { type PyodideAPI, type PyodideConfig, loadPyodide } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

/** Whether the build has all parts: without the wheel there is no play without a server. */
export const isBuilt = sizes["msgspec.whl"] > 0;

/** About as large as the archive of the package's sources, whose size only the server knows. */
const CODE_SIZE = 1_650_000;
/** Where the interpreter looks for its own files; what it fetches there is answered from what is loaded. */
const INDEX = `${location.origin}/pyodide/`;
const PACKAGES = "/lib/python3.14/site-packages";
/** No package of Pyodide's own is used. */
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.6" }, packages: {} };

type Progress = (loaded: number, total: number) => void;

/** Loads files side by side, and tells how much of all of them is there. */
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
  // A host that says that the file is compressed has had it decoded on the way.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.buffer;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** A worker's memory with a started interpreter in it, of exactly these files. Later starts continue from it, in a
 * fraction of the time. The browser may lose it at any time, and it is made again. */
class Picture {
  static readonly #NAME = "quincunx-started";
  private constructor(
    private readonly kept: Cache,
    private readonly address: string,
  ) {}

  /** `null` where the browser keeps nothing. */
  static async of(...files: readonly (BufferSource | string)[]): Promise<Picture | null> {
    try {
      const digests = files.map((file) => crypto.subtle.digest("SHA-256", typeof file === "string" ? new TextEncoder().encode(file) : file));
      const name = (await Promise.all(digests)).flatMap((digest) => [...new Uint8Array(digest, 0, 8)]).map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return new Picture(await caches.open(Picture.#NAME), `/${name}`);
    } catch {
      return null;
    }
  }

  async read(): Promise<ArrayBuffer | null> {
    const found = await this.kept.match(this.address);
    return (await found?.arrayBuffer()) ?? null;
  }

  /** Keep it in the place of any other. */
  async keep(memory: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.drop();
    await this.kept.put(this.address, new Response(memory));
  }

  async drop(): Promise<void> {
    for (const request of await this.kept.keys()) await this.kept.delete(request);
  }
}

interface Started extends PyProxy {
  prepare(): void;
  resume(archive: PyProxy, folder: string): void;
}
const started = (python: PyodideAPI) => python.pyimport("quincunx.local.started") as Started;

/** The running interpreter with the package in it. `code` is the address of the package's sources. */
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
  const load = (options: Pick<PyodideConfig, "_makeSnapshot" | "_loadSnapshot">) =>
    loadPyodide({ ...options, indexURL: INDEX, createPyodideModule, lockFileContents: JSON.stringify(LOCK), packageBaseUrl: INDEX, env: { PYTHONDONTWRITEBYTECODE: "1" } });
  // The files' names say what they hold; that of the sources does not.
  const picture = await Picture.of(wasmPath + libraryPath, sources!);
  try {
    return (await resumed(load, picture, wheel!, sources!)) ?? (await begun(load, picture, wheel!, sources!));
  } finally {
    self.fetch = fetched;
  }
}

type Load = (options: Pick<PyodideConfig, "_makeSnapshot" | "_loadSnapshot">) => Promise<PyodideAPI>;

/** The interpreter as an earlier start has left it; `null` if none has, or it does not fit after all. */
async function resumed(load: Load, picture: Picture | null, wheel: Uint8Array<ArrayBuffer>, sources: Uint8Array<ArrayBuffer>): Promise<PyodideAPI | null> {
  try {
    const memory = await picture?.read();
    if (!memory) return null;
    const python = await load({ _loadSnapshot: memory });
    python.unpackArchive(wheel, "wheel");
    started(python).resume(python.toPy(sources) as PyProxy, PACKAGES);
    return python;
  } catch (error) {
    console.warn(String(error));
    await picture?.drop();
    return null;
  }
}

/** A new interpreter. What it has loaded is kept for later starts. */
async function begun(load: Load, picture: Picture | null, wheel: Uint8Array<ArrayBuffer>, sources: Uint8Array<ArrayBuffer>): Promise<PyodideAPI> {
  const python = await load({ _makeSnapshot: picture !== null });
  python.unpackArchive(sources, "zip", { extractDir: PACKAGES });
  if (picture) {
    started(python).prepare();
    const memory = python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>;
    void picture.keep(memory).catch((error: unknown) => console.warn(String(error)));
  }
  python.unpackArchive(wheel, "wheel");
  return python;
}

/** What unpacks the networks of bots, once they are loaded. */
export async function loadNetworks(python: PyodideAPI, address: string): Promise<() => void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const networks = await response.arrayBuffer();
  return () => python.unpackArchive(networks, "zip", { extractDir: PACKAGES });
}
