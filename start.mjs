// Node 20 cannot run TypeScript: bundle the entry in process (about 20 ms), then run the bundle.
// Usage: node start.mjs [entry.ts] [arguments …]; without an entry it starts the gateway.
import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

process.setSourceMapsEnabled(true)
const root = dirname(fileURLToPath(import.meta.url))
const [entry = 'src/main.ts', ...rest] = process.argv.slice(2)

const { outputFiles } = await build({
  entryPoints: [resolve(root, entry)],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  write: false,
})

await stop()

// Two starts at once must not read each other's half-written bundle: write aside, then rename.
const folder = outputFolder()
const bundle = join(folder, `${basename(entry, '.ts')}.mjs`)
writeFileSync(`${bundle}.${process.pid}`, outputFiles[0].contents)
renameSync(`${bundle}.${process.pid}`, bundle)

process.argv = [process.argv[0], resolve(root, entry), ...rest]
await import(pathToFileURL(bundle).href)

/** Packages and files are found from the bundle's place; where the project is read-only, links lead back to it. */
function outputFolder() {
  const inside = join(root, 'dist')
  try {
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, '.writable'), '')
    return inside
  } catch {
    const outside = mkdtempSync(join(tmpdir(), 'tollgate-'))
    for (const name of ['node_modules', 'package.json', 'src', 'docs'])
      symlinkSync(join(root, name), join(outside, name))
    return outside
  }
}
