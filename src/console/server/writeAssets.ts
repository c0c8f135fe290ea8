// For a build: writes the compiled console to the given folder.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourcePath } from '../../platform/files.ts'
import { type BuiltIndex, builtFolder, builtIndex, compiledAssets } from './assets.ts'

const folder = join(process.argv[2] ?? '', builtFolder)
mkdirSync(folder, { recursive: true })
const { script, style, files, packages } = await compiledAssets(resourcePath())
for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes)
const index: BuiltIndex = { script, style, names: files.map(({ name }) => name), packages }
writeFileSync(join(folder, builtIndex), JSON.stringify(index))
