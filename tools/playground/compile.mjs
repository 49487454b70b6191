// Compiles all modules in a folder for the Python of Pyodide, which takes a browser seconds.
// Called with the folder of Pyodide, the folder of the modules, and where these will be in the end.

import { pathToFileURL } from "node:url";

const [pyodide, folder, site] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.mountNodeFS("/modules", folder);
python.globals.set("site", site);
python.runPython(`
import compileall, py_compile
compileall.compile_dir("/modules", quiet=2, force=True, stripdir="/modules", prependdir=site,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`);
process.exit(0);
