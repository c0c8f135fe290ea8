import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reachableFolder } from '../reachableFolder.ts'
import { createScan, scanFile } from './scanner.ts'

const number = '5123450000000008'
const mark = Buffer.from('c0ffeecafef00d5e', 'hex')
const scan = createScan({ numbers: [number, '30123400000000'], marks: [mark] })

const spellings: readonly (readonly [string, (secret: Buffer) => string | Buffer])[] = [
  ['in plain sight', secret => secret],
  ['in UTF-16', secret => Buffer.from(secret.toString('latin1'), 'utf16le')],
  ['in UTF-16, the other way round', secret => Buffer.from(secret.toString('latin1'), 'utf16le').swap16()],
  ['in hexadecimal', secret => secret.toString('hex')],
  ['in capital hexadecimal', secret => secret.toString('hex').toUpperCase()],
  ['URL-encoded', secret => secret.toString('hex').replace(/../g, '%$&')],
  ['backwards', secret => Buffer.from(secret).reverse()],
  ...[0, 1, 2].map(
    shift =>
      [
        `in Base64, ${shift} bytes on`,
        (secret: Buffer) =>
          Buffer.concat([Buffer.from('"x"'.slice(0, shift)), secret, Buffer.from('"')]).toString('base64'),
      ] as const,
  ),
]

test.each(spellings)('what is planted is found: %s', (name, spell) => {
  for (const secret of [number, '30123400000000']) {
    const bytes = Buffer.concat([noise, Buffer.from(spell(Buffer.from(secret))), noise])
    expect(
      scan(bytes).some(find => find.startsWith(secret)),
      secret,
    ).toBe(true)
  }
  if (name.includes('other way round')) return
  expect(scan(Buffer.concat([noise, Buffer.from(spell(mark)), noise]))).toHaveLength(1)
})

test('a number is found in the bytes of a chip', () => {
  for (const secret of [number, '30123400000000'])
    expect(scan(Buffer.concat([noise, Buffer.from(`57${secret}D3901`, 'hex'), noise]))).toContain(
      `${secret} in pairs`,
    )
})

test('a number is found in packed form, also backwards', () => {
  const packed = Buffer.from(number, 'hex')
  const backwards = Buffer.from([...number].reverse().join(''), 'hex')
  expect(scan(Buffer.concat([noise, packed, noise]))).toContain(`${number} in pairs`)
  expect(scan(Buffer.concat([noise, backwards, noise]))).toContain(`${number} in pairs, backwards`)
})

test('a number is found where two parts of a large file meet', async () => {
  const folder = await reachableFolder('scanned')
  const path = join(folder, 'large')
  await writeFile(path, Buffer.concat([Buffer.alloc(9_991), Buffer.from(number), noise]))
  expect((await scanFile(path, scan, 10_000)).finds).toEqual([`${number} in plain sight`])
  await rm(folder, { recursive: true })
})

test('a number written in groups is found', () => {
  expect(scan(Buffer.from('card 5123 4500 0000 0008.'))).toHaveLength(1)
  expect(scan(Buffer.from('card 5123-4500-0000-0008.'))).toHaveLength(1)
  expect(scan(Buffer.from('card 51234500X00000008.'))).toHaveLength(1)
  expect(scan(Buffer.from('card F5F1F2F3F4F5F0F0F0F0F0F0F0F0F0F8.'))).toHaveLength(1)
})

test('where nothing is planted nothing is found', () => {
  const encoded = Buffer.from('1234567890'.repeat(9)).toString('base64')
  const harmless = `${'0123456789'.repeat(50)} 512345xxxxxx0008 ${encoded}`
  expect(scan(Buffer.concat([noise, Buffer.from(harmless), noise]))).toEqual([])
})

const noise = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251))
