// npm run reference: writes the page of states to the file given as an argument.

import { writeFileSync } from 'node:fs'
import { statesPage } from './statesPage.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('writeStates.ts takes the file to write: docs/states.md')
writeFileSync(file, statesPage())
process.stdout.write(`${file}\n`)
