import { expect, test } from 'vitest'
import { withAuditNote } from './keys.ts'

const one = { action: 'keys.new', ids: ['second'] } as const

test('without an entry, no key is changed', async () => {
  let isChanged = false
  const note = () => Promise.reject(new Error('The database is away'))
  const change = async () => {
    isChanged = true
  }
  await expect(withAuditNote({ note }, one, change)).rejects.toThrow('away')
  expect(isChanged).toBe(false)
})

test('a file that refuses is in the log too, and the operator hears why', async () => {
  const entries: unknown[] = []
  const note = async (...entry: unknown[]) => void entries.push(entry)
  const refuse = () => Promise.reject(new Error('The file refuses'))
  await expect(withAuditNote({ note }, one, refuse)).rejects.toThrow('refuses')
  expect(entries).toEqual([
    ['keys.new', { id: 'second' }],
    ['keys.new', { id: 'second', isUndone: true }],
  ])
})
