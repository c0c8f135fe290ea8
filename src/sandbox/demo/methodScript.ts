import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Asset } from '../../pages/assets.ts'

const text = `
document.getElementById('initiateAuthenticationForm').submit()
`
const digest = (algorithm: 'sha256' | 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

/**
 * What Initiate Authentication answers for the page contains one script, always the same. A shop with a
 * strict policy names its hash; so does this one.
 */
export const methodScript: Asset = {
  name: 'excerpt of Initiate Authentication',
  text,
  gzip: gzipSync(text),
  hash: digest('sha256'),
  integrity: digest('sha384'),
}
