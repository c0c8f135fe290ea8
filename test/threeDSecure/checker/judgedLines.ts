import { judgeRun } from './conversations.ts'
import { objectIn } from './reading.ts'
import { textIn } from './seen.ts'
import type { Taken } from './taken.ts'

/** A finding per line, without any value of a message: it may hold a card number. */
export function judgedLines(file: string): { readonly lines: readonly string[]; readonly messages: number } {
  const written = file.split('\n').filter(line => line.trim() !== '')
  const taken = written.map(takenIn)
  const isTimed = taken.every(({ atMs }) => !Number.isNaN(atMs))
  const found = judgeRun(taken, { isLoopbackAllowed: true, isClockApart: !isTimed })
  // Without senders nobody can say who answered whom.
  const told = found.filter(({ fields }) => isTimed || fields.length > 0)
  const lines = told.map(({ index, kind = 'message', code, fields, why }) =>
    [`line ${index + 1}: ${kind}`, code, ...(fields.length > 0 ? [fields.join(',')] : []), why].join(' '),
  )
  return { lines, messages: taken.length }
}

function takenIn(line: string): Taken {
  const read = objectIn(line)
  const text = textIn(read, 'text')
  if (read === undefined || text === undefined) return { from: '', to: '', atMs: Number.NaN, text: line }
  const [from = '', to = ''] = [textIn(read, 'from'), textIn(read, 'to')]
  const atMs = typeof read.atMs === 'number' ? read.atMs : Number.NaN
  return { from, to, atMs, text, isDeliberate: read.isDeliberate === true }
}
