// node start.mjs test/threeDSecure/checker/judge.ts FILE judges a file of JSON lines: messages as they are,
// or with who sent them to whom and when, as { from, to, atMs, text, isDeliberate }.

import { readFileSync } from 'node:fs'
import { judgedLines } from './judgedLines.ts'

export { judge, judgeSender } from './judgement.ts'

export function judgeFile([file]: readonly string[], say: (line: string) => void): number {
  if (file === undefined) {
    say('judge.ts takes a file of JSON lines')
    return 2
  }
  const { lines, messages } = judgedLines(readFileSync(file, 'utf8'))
  for (const line of lines) say(line)
  say(`${messages} messages, ${lines.length} findings`)
  return lines.length === 0 ? 0 : 1
}

// Tests import this file; only as an entry it has something to do.
if (process.argv[1]?.endsWith('checker/judge.ts'))
  process.exitCode = judgeFile(process.argv.slice(2), line => console.log(line))
