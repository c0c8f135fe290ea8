// Usage: node start.mjs [entry.ts] [arguments …]; without an entry it starts the gateway.
import { runEntry } from './bundle.mjs'

const [entry = 'src/main.ts', ...rest] = process.argv.slice(2)
await runEntry(entry, rest)
