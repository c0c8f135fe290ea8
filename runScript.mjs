// Runs a bundled program as one script, with the engine's compiled form of it where that was kept: compiling all of a gateway
// takes a tenth of a second at each start, and the functions that a start calls as much again.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'

/** By then a start is over, so that all it calls is compiled and kept. */
const startMs = 3_000

/** Newer Nodes have one. Without it, the driver of the database looks for a `Response`, and Node loads all of fetch. */
const navigator = { userAgent: `Node.js/${process.versions.node}` }

/** @param keep is given the compiled form where there was none, or one of another engine */
export function runScript(path, { code, compiled, keep }) {
  const filename = pathToFileURL(path).href
  const script = new Script(code.toString('latin1'), { filename, cachedData: compiled })
  if (compiled === undefined || script.cachedDataRejected)
    setTimeout(() => keep(script.createCachedData()), startMs).unref()
  const module = { exports: {} }
  script.runInThisContext()(createRequire(path), module, module.exports, filename, navigator)
}
