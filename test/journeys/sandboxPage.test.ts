import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { typedBlocksOf } from '../guides/typedBlocks.ts'
import { openGateway } from './gateway.ts'

const page = readFileSync(projectPath('docs', 'sandbox.md'), 'utf8')
const blocks = typedBlocksOf('sandbox.md')

test('every command of docs/sandbox.md can be pasted, and does what stands behind it', async () => {
  const gateway = await openGateway('embedded')
  try {
    const script = blocks.join('echo "--- next ---"\n').replace('127.0.0.1:8080', `127.0.0.1:${gateway.port}`)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    const outputs = stdout.split('--- next ---\n')
    expect(outputs).toHaveLength(blocks.length)
    blocks.forEach((block, index) => {
      for (const word of promised(block)) expect(outputs[index], block).toContain(word)
    })
    const errors = stdout.split('\n').filter(line => line.includes('"result":"ERROR"'))
    expect(errors).toEqual([expect.stringContaining('The authorization expired')])
    expect(stdout).toContain('silent: "response":{"gatewayCode":"TIMED_OUT"')
    expect(stdout).not.toContain('5123450000000008')
  } finally {
    await gateway.stop()
  }
})

/** Results and codes that a comment behind a command promises; what only may be is not promised. */
function promised(block: string): readonly string[] {
  const comments = block.match(/# (?!perhaps).*$/gm) ?? []
  return comments.flatMap(comment => comment.match(/\b[A-Z_]{6,}\b|\{"differences":\[\]\}/g) ?? [])
}

test('every path of the control API is on the page', () => {
  for (const path of ['acquirer/scripts', 'acquirer/books', 'clock', 'reconciliation', 'data'])
    expect(page).toContain(`\`/sandbox/${path}\``)
})
