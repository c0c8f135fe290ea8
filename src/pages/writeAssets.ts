import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builtName, bundledScript } from './assets.ts'
import { scriptManifest, styleManifest } from './manifest.ts'

/** For a build: everything browsers get, compiled, under the given folder. */
const folder = process.argv[2] ?? ''
for (const { entry } of [...scriptManifest, ...styleManifest]) {
  const target = join(folder, builtName(entry))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, (await bundledScript(entry)).text)
}
