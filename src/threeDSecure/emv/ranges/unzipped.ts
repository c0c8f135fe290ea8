import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** As it is, or unzipped where it begins as gzip does and no JSON can. */
export async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  let first = await pieces.next()
  while (!first.done && first.value.length === 0) first = await pieces.next()
  if (first.done) return
  const all = (async function* () {
    try {
      yield first.value
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
    } finally {
      // Whoever stops early lets go of the connection.
      await pieces.return?.()
    }
  })()
  if (first.value[0] !== 0x1f) return yield* all
  const gunzip = createGunzip()
  const source = Readable.from(all)
  source.on('error', error => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip)
  } finally {
    source.destroy()
  }
}
