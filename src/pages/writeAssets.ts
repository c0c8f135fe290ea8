// For a build: writes all compiled scripts and stylesheets to the given folder.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builtName, bundledScript } from './assets.ts'
import { scriptManifest, styleManifest } from './manifest.ts'

const folder = process.argv[2] ?? ''
for (const { entry } of [...scriptManifest, ...styleManifest]) {
  const target = join(folder, builtName(entry))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, (await bundledScript(entry)).text)
}
