import { createCipheriv, randomBytes } from 'node:crypto'

/**
 * What the payer's browser carries to the merchant and must not read: AES-256-GCM under the session's key,
 * which only the merchant's server knows.
 */
export function encryptedFields(aes256KeyBase64: string, text: string): EncryptedFields {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(aes256KeyBase64, 'base64'), nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return {
    'encryptedData.ciphertext': ciphertext.toString('base64'),
    'encryptedData.nonce': nonce.toString('base64'),
    'encryptedData.tag': cipher.getAuthTag().toString('base64'),
  }
}

export type EncryptedFields = Readonly<
  Record<'encryptedData.ciphertext' | 'encryptedData.nonce' | 'encryptedData.tag', string>
>

const nonceBytes = 12
