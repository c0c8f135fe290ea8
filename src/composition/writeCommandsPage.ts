import { writeFileSync } from 'node:fs'
import { emptyOffice } from '../commands/emptyOffice.ts'
import { commandsPage } from '../commands/page.ts'
import { createProgram } from './program.ts'

/** npm run reference: writes the page of commands to the file it is given. */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('writePage.ts takes the file to write: docs/commands.md')
writeFileSync(file, commandsPage(createProgram(emptyOffice, '')))
process.stdout.write(`${file}\n`)
