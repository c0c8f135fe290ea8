// Runs a bundled program as one script, with the engine's compiled form of it where that was kept: compiling all of a gateway
// takes a tenth of a second at each start, and the functions that a start calls as much again.
import { readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { hashOf, readIfThere, writeWhole } from './bundle.mjs'

/** By then a start is over, so that all it calls is compiled and kept. */
const startMs = 3_000

/** Newer Nodes have one. Without it, the driver of the database looks for a `Response`, and Node loads all of fetch. */
const navigator = { userAgent: `Node.js/${process.versions.node}` }

export function runScript(path, { code, codeHash }) {
  const filename = pathToFileURL(path).href
  const compiled = keptCompiled(path, codeHash)
  const script = new Script(code.toString('latin1'), { filename, cachedData: compiled })
  if (compiled === undefined || script.cachedDataRejected)
    setTimeout(() => keepCompiled(path, codeHash, script.createCachedData()), startMs).unref()
  const module = { exports: {} }
  script.runInThisContext()(createRequire(path), module, module.exports, filename, navigator)
}

/** The engine takes only what it made under the same flags. `npm start` gives some, and whoever starts without npm none. */
const engine = cachedDataVersionTag().toString(16)
const compiledStart = path => path.replace(/\.cjs$/, '-compiled-')
const compiledFile = path => `${compiledStart(path)}${engine}`

/**
 * The engine compares no more of the program than its length, and believes what it is given: so before the compiled form
 * stand the hash of what it was made from and its own.
 */
function keptCompiled(path, codeHash) {
  const kept = readIfThere(compiledFile(path))
  if (kept === undefined) return undefined
  const made = kept.subarray(headLength(codeHash))
  return kept.subarray(0, -made.length).equals(headOf(codeHash, made)) ? made : undefined
}

const headOf = (codeHash, made) => Buffer.from(`${codeHash} ${hashOf(made)}\n`)
const headLength = ({ length }) => length + ' '.length + length + '\n'.length

/** Where there is no room for it, or whoever starts may not write, the next start compiles again. */
function keepCompiled(path, codeHash, made) {
  try {
    writeWhole(compiledFile(path), Buffer.concat([headOf(codeHash, made), made]))
    removeOthers(path, codeHash)
  } catch {
    // It is faster with it, and right without.
  }
}

/** What is of another program goes; what another start is writing aside has a dot in its name. */
function removeOthers(path, codeHash) {
  const [folder, start] = [dirname(path), basename(compiledStart(path))]
  const kept = readdirSync(folder).filter(name => name.startsWith(start) && !name.includes('.'))
  for (const name of kept)
    if (readIfThere(join(folder, name))?.toString('latin1', 0, codeHash.length) !== codeHash)
      rmSync(join(folder, name), { force: true })
}
