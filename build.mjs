// npm run build: makes dist/, the gateway as it is installed. Beside the bundled programs lie the files they read
// (migrations, styles, released scripts) under the names they have in src/, what browsers get is compiled already, and
// manifest.json holds the SHA-256 of each file: production starts on nothing else. sbom.cdx.json and licences.txt tell which
// packages are in it. dist/client/ is the client library: a package of its own (`npm pack ./dist/client`), and what
// `tollgate/client` leads to. With --if-needed, only when dist/ is not of these sources.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtEntries, bundle, filesUnder, hashOf, sourcesDigest } from './bundle.mjs'
import { billOfMaterials, licencesOf } from './shippedPackages.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const manifestPath = join(root, 'dist', 'manifest.json')
const sources = sourcesDigest()

const isFresh = () =>
  existsSync(manifestPath) && JSON.parse(readFileSync(manifestPath, 'utf8')).sources === sources

if (!process.argv.includes('--if-needed') || !isFresh()) await makeDist()

async function makeDist() {
  const fresh = `dist.${process.pid}`
  rmSync(join(root, fresh), { recursive: true, force: true })
  const { files: programs } = await bundle({
    entryPoints: builtEntries.map(entry => join(root, entry)),
    entryNames: '[name]',
    outdir: join(root, fresh),
  })
  for (const { path, code, map } of programs) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
    writeFileSync(`${path}.map`, map)
  }
  for (const path of filesUnder('src').filter(isRead)) copyInto(fresh, path)
  for (const writer of ['src/pages/writeAssets.ts', 'src/console/server/writeAssets.ts'])
    execFileSync(process.execPath, ['start.mjs', writer, join(root, fresh)], { cwd: root, stdio: 'inherit' })
  await writeClient(join(root, fresh, 'client'))
  const { packages } = JSON.parse(readFileSync(join(root, fresh, 'console/assets/index.json'), 'utf8'))
  const bill = billOfMaterials(root, packages)
  writeFileSync(join(root, fresh, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 1)}\n`)
  writeFileSync(join(root, fresh, 'licences.txt'), licencesOf(root, bill, packages))
  for (const path of filesUnder(fresh)) chmodSync(join(root, path), 0o644)
  const files = filesUnder(fresh)
    .sort()
    .map(path => [`dist/${relative(fresh, path)}`, hashOf(readFileSync(join(root, path)))])
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(
    join(root, fresh, 'manifest.json'),
    `${JSON.stringify({ version, sources, files }, undefined, 1)}\n`,
  )
  replaceFolder(join(root, 'dist'), join(root, fresh))
  process.stdout.write(`dist/: ${files.length} files of release ${version}\n`)
}

/** What programs read at run time: neither code nor what is compiled for browsers, nor what only tests look at. */
function isRead(path) {
  return (
    !['.ts', '.tsx', '.md'].includes(extname(path)) && !/\/browser\/|golden|checksums|tsconfig/.test(path)
  )
}

function copyInto(folder, path) {
  const target = join(root, folder, relative('src', path))
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(root, path), target)
}

/** One script that runs anywhere, its declarations, and what a package has besides. */
async function writeClient(folder) {
  const { build, stop } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: ['src/client/index.ts'],
    outdir: folder,
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
  })
  await stop()
  const declarations = `${folder}.declarations`
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'src/client', '--outDir', declarations], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const name of readdirSync(join(declarations, 'client'))) {
    const text = readFileSync(join(declarations, 'client', name), 'utf8')
    writeFileSync(join(folder, name), text.replace(/(?<=from '\.\/[\w.]+)\.ts(?=')/g, '.js'))
  }
  rmSync(declarations, { recursive: true })
  cpSync(join(root, 'src/client/README.md'), join(folder, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** Two builds at once make the same: whoever comes second keeps what is there. */
function replaceFolder(target, fresh) {
  const old = `${fresh}.old`
  if (existsSync(target)) renameSync(target, old)
  try {
    renameSync(fresh, target)
  } catch (error) {
    if (!isFresh()) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}
