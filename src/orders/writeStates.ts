import { writeFileSync } from 'node:fs'
import { statesPage } from './statesPage.ts'

/** npm run reference: writes the page of states to the file it is given. */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('writeStates.ts takes the file to write: docs/states.md')
writeFileSync(file, statesPage())
process.stdout.write(`${file}\n`)
