import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserRequest, challenged } from './goldens.ts'
import { judgeFile } from './judge.ts'
import { judgedLines } from './judgedLines.ts'

const request = browserRequest('2.2.0')
const bare = [request, { ...challenged('2.2.0'), acsURL: undefined }].map(message => JSON.stringify(message))

test('bare messages are judged one after the other, and findings tell no values', () => {
  const { lines, messages } = judgedLines(`${bare.join('\n')}\n\n`)
  expect(messages).toBe(2)
  expect(lines).toEqual(['line 2: ARes 201 acsURL is missing'])
  const wrong = JSON.stringify({ ...request, acctNumber: '51234500000000080000' })
  expect(judgedLines(wrong).lines).toEqual(['line 1: AReq 203 acctNumber has not its form'])
})

test('with senders and times the run is judged as well', () => {
  const atMs = Date.UTC(2026, 10, 16, 18, 30)
  const line = JSON.stringify({ from: 'server', to: 'directory server', atMs, text: bare[0] })
  expect(judgedLines(`${line}\n${line}`).lines).toEqual([
    'line 2: AReq requestTwice an AReq went out a second time',
  ])
  expect(judgedLines('no message').lines).toEqual(['line 1: message 101 messageType no JSON object'])
})

test('the command says what it found, and fails if that is anything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'))
  const judged = (text: string) => {
    const file = join(folder, 'messages.jsonl')
    writeFileSync(file, text)
    const said: string[] = []
    return { code: judgeFile([file], line => said.push(line)), said }
  }
  expect(judged(`${bare[0]}\n`)).toEqual({ code: 0, said: ['1 messages, 0 findings'] })
  expect(judged(bare.join('\n'))).toEqual({ code: 1, said: [expect.any(String), '2 messages, 1 findings'] })
  expect(judgeFile([], () => undefined)).toBe(2)
  rmSync(folder, { recursive: true })
})
