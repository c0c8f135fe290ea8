import { writeFileSync } from 'node:fs'
import { madeManifest } from './manifest.ts'

/** Writes which scripts browsers get, with their hashes, to the path given: to be committed with the sources. */
const [path = 'src/pages/scripts.json'] = process.argv.slice(2)
writeFileSync(path, `${JSON.stringify(await madeManifest(), undefined, 2)}\n`)
