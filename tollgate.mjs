#!/usr/bin/env node
// One command line for operators and developers: npx tollgate --help
import { runEntry } from './bundle.mjs'

await runEntry('src/tollgate.ts', process.argv.slice(2))
