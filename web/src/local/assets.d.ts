/** Files that the build prepares (`tools/local_parts.py`). */

declare module "*.whl?url" {
  const path: string;
  export default path;
}
declare module "*.gz?url" {
  const path: string;
  export default path;
}
declare module "*.zip?url" {
  const path: string;
  export default path;
}
declare module "*/.local/sizes.json" {
  const sizes: Readonly<Record<"python.wasm.gz" | "stdlib.zip.gz" | "msgspec.whl", number>>;
  export default sizes;
}
declare module "pyodide/pyodide.asm.mjs" {
  import type { PyodideConfig } from "pyodide";

  const createPyodideModule: NonNullable<PyodideConfig["createPyodideModule"]>;
  export default createPyodideModule;
}
