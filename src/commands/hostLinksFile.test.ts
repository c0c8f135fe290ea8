import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgram } from '../composition/program.ts'
import { projectPath } from '../platform/files.ts'
import { emptyCommandContext } from './context.ts'
import { isOfExample, jsonText, linksOfHost } from './hostLinksFile.ts'

const usual = { host: '127.0.0.1', port: 8583, dialect: 'iso1987-ascii' }

/** What `acquirer-host` prints with these options; it does not start where it only prints. */
async function printed(line: string): Promise<string> {
  const lines: string[] = []
  const terminal = { ...emptyCommandContext.terminal, print: (text: string) => lines.push(text) }
  const words = ['acquirer-host', ...line.split(' ')]
  await createProgram({ ...emptyCommandContext, terminal }, '1').parseAsync(words, { from: 'user' })
  return `${lines.join('\n')}\n`
}

test('the file for a host with default options is the example, to the byte', async () => {
  const example = readFileSync(projectPath('examples', 'acquirer-links.json'), 'utf8')
  expect(`${jsonText(linksOfHost(usual))}\n`).toBe(example)
  expect(await printed('--print-links-file')).toBe(example)
  expect(isOfExample(usual)).toBe(true)
})

test('other options are in it, and files by their whole path', async () => {
  const text = await printed('--port 9000 --dialect ours.json --host ::1 --print-links-file')
  expect(JSON.parse(text)).toMatchObject({
    links: [{ addresses: ['[::1]:9000'], dialect: expect.stringMatching(/^\/.*\/ours\.json$/) }],
  })
  expect(linksOfHost({ ...usual, tlsCertificate: 'host.pem' }).links).toMatchObject([
    { tls: { authorities: expect.stringMatching(/^\/.*\/host\.pem$/) } },
  ])
  for (const other of [{ port: 1 }, { dialect: 'iso1993-packed' }, { tlsCertificate: 'x' }, { host: 'a' }])
    expect(isOfExample({ ...usual, ...other })).toBe(false)
})

test('a file cannot name a port that nobody knows yet', async () => {
  await expect(printed('--port 0 --print-links-file')).rejects.toThrow('--port')
})
