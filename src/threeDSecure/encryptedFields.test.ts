import { createDecipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EncryptedFields, encryptedFields } from './redirect.ts'

const key = randomBytes(32)

test('a merchant who has the key of the session reads what the browser carried', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      expect(decrypted(encryptedFields(key.toString('base64'), text))).toBe(text)
    }),
  )
})

test('the nonce has 96 bits and is another every time; whatever is changed does not open', () => {
  const texts = Array.from({ length: 500 }, () => encryptedFields(key.toString('base64'), 'the same'))
  expect(new Set(texts.map(fields => fields['encryptedData.nonce'])).size).toBe(500)
  const [one = encryptedFields(key.toString('base64'), ''), other] = texts
  expect(Buffer.from(one['encryptedData.nonce'], 'base64')).toHaveLength(12)
  expect(Buffer.from(one['encryptedData.tag'], 'base64')).toHaveLength(16)
  expect(() =>
    decrypted({ ...one, ...(other && { 'encryptedData.tag': other['encryptedData.tag'] }) }),
  ).toThrow()
})

function decrypted(fields: EncryptedFields): string {
  const [nonce, tag, ciphertext] = (['nonce', 'tag', 'ciphertext'] as const).map(name =>
    Buffer.from(fields[`encryptedData.${name}`], 'base64'),
  )
  const decipher = createDecipheriv('aes-256-gcm', key, nonce ?? '').setAuthTag(tag ?? Buffer.alloc(0))
  return Buffer.concat([decipher.update(ciphertext ?? Buffer.alloc(0)), decipher.final()]).toString('utf8')
}
