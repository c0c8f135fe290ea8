import { writeFileSync } from 'node:fs'
import { commandsPage } from '../commands/commandsPage.ts'
import { emptyCommandContext } from '../commands/context.ts'
import { createProgram } from './program.ts'

/** npm run reference: writes the page of commands to the file it is given. */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('writePage.ts takes the file to write: docs/commands.md')
writeFileSync(file, commandsPage(createProgram(emptyCommandContext, '')))
process.stdout.write(`${file}\n`)
