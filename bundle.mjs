// How an entry runs. In a checkout of the sources a sandbox is bundled in process (Node 20 cannot run TypeScript), and
// what was bundled is kept in .cache/ and used again while it, and each of the files it was made of, has the content it
// had then: a command answers at once. Production, and whoever installed the package, runs what `npm run build` made:
// dist/, held against its manifest at each start; no compiler is needed. The gateway itself is bundled with its packages as
// one script, and the engine's compiled form of that is kept too: that halves the time until it is ready.
import { hash, randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire, register } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { tellSourcePlaces } from './sourcePlaces.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const cache = join(root, '.cache')
const partPrefix = 'part-'

/** What a release consists of; everything else runs from sources only. */
export const builtEntries = ['src/main.ts', 'src/tollgate.ts', 'src/http/reference/renderThread.ts']

/** Runs an entry as if Node had been started with it. */
export async function runEntry(entry, args) {
  tellSourcePlaces()
  const run = isFromSources(entry) ? await bundled(entry) : imported(builtProgram(entry))
  process.argv = [process.argv[0], resolve(root, entry), ...args]
  await run()
}

const imported = path => () => import(pathToFileURL(path).href)

/** Whoever can write into .cache/ can write there as well what it is held against; only a sandbox takes that on. */
const isForSandbox = ['', 'sandbox'].includes(process.env.TOLLGATE_MODE ?? '')

function isFromSources(entry) {
  if (!existsSync(join(root, 'src'))) return false
  return !builtEntries.includes(entry) || (isForSandbox && hasCompiler())
}

function hasCompiler() {
  try {
    createRequire(import.meta.url).resolve('esbuild')
    return true
  } catch {
    return false
  }
}

/** An entry of dist/, after all of dist/ was held against what the build wrote down. */
function builtProgram(entry) {
  const refusal = refusalOfBuild()
  if (refusal !== undefined) {
    process.stderr.write(`tollgate: ${refusal.reason}\n`)
    process.exit(refusal.code)
  }
  return join(root, 'dist', `${nameOf(entry)}.mjs`)
}

/** Why dist/ cannot be run: it was not made (code 2), or is not as it was made (code 1). */
function refusalOfBuild() {
  const hasSources = existsSync(join(root, 'src'))
  const remedy = hasSources ? 'make it with npm run build' : 'install the package into an empty folder'
  const manifest = readJson(join(root, 'dist', 'manifest.json'))
  if (!Array.isArray(manifest?.files)) return { code: 2, reason: `There is no build in dist/; ${remedy}.` }
  if (kindOf('dist').isSymbolicLink()) return { code: 1, reason: 'dist is a link; it has to be a folder.' }
  const listed = new Map(manifest.files)
  const found = filesUnder('dist').filter(path => path !== 'dist/manifest.json')
  const foreign = found.find(path => !listed.has(path))
  if (foreign !== undefined) return { code: 1, reason: `${foreign} is no part of the build; ${remedy}.` }
  const edited = manifest.files.find(file => !isAsItWas(file))
  if (edited) return { code: 1, reason: `${edited[0]} is not as it was built; ${remedy}.` }
  if (hasSources && manifest.sources !== sourcesDigest())
    return { code: 2, reason: 'dist/ was built from other sources than lie in src/; run npm run build.' }
  return undefined
}

/** One digest of all sources; a build carries the one it was made from. */
export function sourcesDigest() {
  const paths = [...filesUnder('src'), ...recipe, 'build.mjs', 'shippedPackages.mjs', 'package-lock.json']
  const sources = paths.filter(path => !/\.test\.ts$/.test(path)).sort()
  return hashOf(sources.map(path => `${path} ${hashOf(readFileSync(join(root, path)))}`).join('\n'))
}

/** All that is not a folder, links too, relative to the project. */
export function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(found => {
    const path = `${folder}/${found.name}`
    return found.isDirectory() ? filesUnder(path) : [path]
  })
}

async function bundled(entry) {
  const isKept = isForSandbox && isCacheOurs()
  return (isKept && keptBundle(entry)) || (await makeBundle(entry, isKept))
}

/** These wait for nothing at their top, so that they can be one script, of which the compiled form can be kept. */
const scriptEntries = ['src/main.ts']

/** Node heeds these for all that lies in .cache/, before the packages of the project: they would decide what runs. */
function isCacheOurs() {
  const stray = ['.cache/node_modules', '.cache/package.json'].find(path => kindOf(path) !== undefined)
  const foreign = kindOf('.cache')?.isSymbolicLink() ? '.cache' : stray
  if (foreign === undefined) return true
  process.stderr.write(`tollgate: ${foreign} was not made here; nothing in .cache/ is used\n`)
  return false
}

function kindOf(path) {
  try {
    return lstatSync(join(root, path))
  } catch {
    return undefined
  }
}

const nameOf = entry => basename(entry, '.ts')
const keptFile = entry => `${nameOf(entry)}.${scriptEntries.includes(entry) ? 'cjs' : 'mjs'}`

/** What runs it; undefined where there is none, or none that can be believed. */
function keptBundle(entry) {
  const { from, inputs = [], outputs = [] } = remembered(entry)
  if (from !== resolve(root, entry) || !isWhole(entry, inputs, outputs) || !inputs.every(isAsItWas))
    return undefined
  const made = outputs.map(([path, hash]) => ({ path, hash, code: codeAsMade(path, hash) }))
  const edited = made.find(({ code }) => code === undefined)
  const own = made.find(({ path }) => path === `.cache/${keptFile(entry)}`)
  if (edited === undefined) return runningKept(entry, own)
  process.stderr.write(`tollgate: ${edited.path} is not as it was made; it is made anew\n`)
  return undefined
}

/** Not where it is a link: Node looks for packages where that leads. */
function codeAsMade(path, hash) {
  const code = kindOf(path)?.isSymbolicLink() ? undefined : readIfThere(join(root, path))
  return code && hashOf(code) === hash ? code : undefined
}

/** Whether the source of an entry, what was made of it and all the parts that loads are among what is compared. */
function isWhole(entry, inputs, outputs) {
  const sources = new Set(inputs.map(([path]) => join(root, path)))
  const made = new Set(outputs.map(([path]) => path))
  const isListed = name => made.has(`.cache/${name}`)
  return sources.has(resolve(root, entry)) && isListed(keptFile(entry)) && partsNamedIn(made).every(isListed)
}

function partsNamedIn(paths) {
  const modules = [...paths].filter(path => path.endsWith('.mjs'))
  return modules.flatMap(path =>
    [...textIn(path).matchAll(/["']\.\/(part-[^"'/]+)["']/g)].map(([, name]) => name),
  )
}

const textIn = path => readIfThere(join(root, path))?.toString() ?? ''

export function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function remembered(entry) {
  const record = readJson(recordOf(entry)) ?? {}
  return Array.isArray(record.inputs) && Array.isArray(record.outputs) ? record : {}
}

const recordOf = entry => join(cache, `${nameOf(entry)}.json`)

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Sizes and times can be made to look right; contents cannot. */
function isAsItWas([path, hash]) {
  try {
    return hashOfFile(join(root, path)) === hash
  } catch {
    return false
  }
}

const shared = Buffer.allocUnsafe(1_000_000)

/** Into the same memory again, and with fewer calls than readFileSync makes: a start reads a thousand files. */
function hashOfFile(path) {
  const file = openSync(path, 'r')
  const length = readSync(file, shared)
  closeSync(file)
  return hashOf(length < shared.length ? shared.subarray(0, length) : readFileSync(path))
}

export const hashOf = contents => hash('sha256', contents, 'base64')

/** Where the bundler doubts what Node knows of Unicode, it would make an expression anew each time it is used. */
const supported = { 'regexp-unicode-property-escapes': true }

/** How TypeScript becomes what Node runs, at each start and in a build. */
const bundling = {
  outExtension: { '.js': '.mjs' },
  chunkNames: `${partPrefix}[hash]`,
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  // Takes `{ ...{ a, b }, c }` apart into `{ a, b, c }`.
  minifySyntax: true,
  supported,
  sourcemap: 'external',
  sourcesContent: false,
}

/** The same for what runs as a script. What cannot be bundled, or is seldom used, stays a package of its own. */
const bundlingScript = {
  format: 'cjs',
  splitting: false,
  outExtension: { '.js': '.cjs' },
  packages: 'bundle',
  external: [
    '@node-rs/argon2',
    '@peculiar/x509',
    '@simplewebauthn/server',
    'asn1js',
    'esbuild',
    'pg-native',
    'undici',
  ],
  supported: { ...supported, 'dynamic-import': false },
  define: { 'import.meta.url': 'scriptAddress' },
  banner: { js: '(function (require, module, exports, scriptAddress, navigator) {' },
  footer: { js: '})' },
}

/** The code of each file with its source map, as text; nothing is written. */
export async function bundle(options) {
  const { build, stop } = await import('esbuild')
  const { withQuickLiterals } = await import('./quickLiterals.mjs')
  const made = await build({ ...bundling, ...options, metafile: true, write: false })
  await stop()
  const texts = new Map(made.outputFiles.map(({ path, text }) => [path, text]))
  const files = [...texts.keys()]
    .filter(path => /\.[cm]js$/.test(path))
    .map(path => ({ path, ...withQuickLiterals(texts.get(path), texts.get(`${path}.map`)) }))
  return { files, inputs: Object.keys(made.metafile.inputs) }
}

async function makeBundle(entry, isKept) {
  const startedAtMs = Date.now()
  const options = { entryPoints: [resolve(root, entry)], outdir: cache }
  if (!isKept || !isCacheWritable()) return servedFromMemory(entry, (await bundle(options)).files)
  const isScript = scriptEntries.includes(entry)
  const { files: made, inputs } = await bundle({ ...options, ...(isScript && bundlingScript) })
  const files = isScript ? made.map(file => ({ ...file, code: inAscii(file.code) })) : made
  // The parts that an entry loads come before it, so that it never leads to what is not there yet.
  const isEntry = ({ path }) => basename(path) === keptFile(entry)
  for (const { path, code, map } of files.sort((one, other) => isEntry(one) - isEntry(other))) {
    writeWhole(join(cache, `${basename(path)}.map`), map)
    writeWhole(join(cache, basename(path)), code)
  }
  remember(entry, { inputs: [...inputs, ...recipe], outputs: files, startedAtMs })
  forgetOldParts()
  const code = Buffer.from(files.find(isEntry).code)
  return runningKept(entry, { code, hash: hashOf(code) })
}

/** A script is read a byte for a character; in tagged templates and regular expressions the bundler leaves others. */
const inAscii = code =>
  code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

function runningKept(entry, { code, hash }) {
  const path = join(cache, keptFile(entry))
  if (!scriptEntries.includes(entry)) return imported(path)
  return async () => (await import('./runScript.mjs')).runScript(path, { code, codeHash: hash })
}

/** What decides, beside the sources, what is made of them. */
const recipe = ['package.json', 'tsconfig.json', 'bundle.mjs', 'quickLiterals.mjs']

/** Two starts at once must not read each other's half-written files: write aside, then rename. */
export function writeWhole(path, contents) {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(aside, contents)
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
}

/** A file that changed while it was bundled may have been read before or after: then nothing is remembered. */
function remember(entry, { inputs: paths, outputs: files, startedAtMs }) {
  const isSettled = paths.every(path => statSync(join(root, path)).mtimeMs < startedAtMs - clockStepMs)
  const hashed = path => [path, hashOf(readFileSync(join(root, path)))]
  const record = {
    from: resolve(root, entry),
    inputs: isSettled ? paths.map(hashed) : [['', 'unsettled']],
    outputs: files.map(({ path, code }) => [`.cache/${basename(path)}`, hashOf(code)]),
  }
  writeWhole(recordOf(entry), JSON.stringify(record))
}

/** The times of files may lag a little behind the clock. */
const clockStepMs = 50

/** What no entry is made of. A process that is running may still load its parts; a day later it has them. */
function forgetOldParts() {
  const dayMs = 86_400_000
  const kept = readdirSync(cache)
  const entries = kept.filter(name => name.endsWith('.json')).map(name => basename(name, '.json'))
  const current = new Set(entries.flatMap(entry => remembered(entry).outputs ?? []).map(([path]) => path))
  const isOld = name => name.startsWith(partPrefix) && !current.has(`.cache/${name.replace(/\.map$/, '')}`)
  for (const name of kept.filter(isOld)) {
    const { mtimeMs } = statSync(join(cache, name), { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
    if (mtimeMs < Date.now() - dayMs) rmSync(join(cache, name), { force: true })
  }
}

/** Whether anything can be written into the project: an installation may be read-only. */
function isCacheWritable() {
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Then what was bundled is loaded as if it lay among the sources, and nothing is left anywhere, however the process
 * ends. Packages are those of the project, whatever other folders hold.
 */
function servedFromMemory(entry, files) {
  const addressOf = path => pathToFileURL(join(root, 'src', basename(path))).href
  const sources = Object.fromEntries(files.map(({ path, code }) => [addressOf(path), code]))
  tellSourcePlaces(new Map(files.map(({ path, map }) => [addressOf(path), map])))
  const data = { sources, home: import.meta.url }
  register(`data:text/javascript,${encodeURIComponent(loading)}`, { data })
  return imported(join(root, 'src', `${nameOf(entry)}.mjs`))
}

/** Runs in a thread of Node's own. */
const loading = `
let sources = {}
let home
export const initialize = given => { ({ sources, home } = given) }
const isServed = url => Object.hasOwn(sources, url)
export function resolve(specifier, context, next) {
  const { parentURL } = context
  const url = URL.canParse(specifier, parentURL) ? new URL(specifier, parentURL).href : ''
  if (isServed(url)) return { url, format: 'module', shortCircuit: true }
  return next(specifier, isServed(parentURL) ? { ...context, parentURL: home } : context)
}
export function load(url, context, next) {
  return isServed(url) ? { format: 'module', source: sources[url], shortCircuit: true } : next(url, context)
}`
