import type { OpenedFile, WantedFile } from './rangeSource.ts'

/** Connections in a row that broke, the last ones without one further byte. */
const attemptsMax = 4

/**
 * A file to its end: where the connection breaks, the rest is asked for. A file that has become another one
 * meanwhile is not continued.
 */
export async function* resumedFile(
  url: string,
  open: (wanted: WantedFile) => Promise<OpenedFile>,
): AsyncIterable<Uint8Array> {
  let [got, attempts, validator]: [number, number, string | undefined] = [0, 0, undefined]
  while (true)
    try {
      const file = await open({ url, from: got, ...(validator !== undefined && { validator }) })
      if (got > 0 && file.validator !== validator) throw new FileReplaced('The file was replaced meanwhile')
      validator = file.validator
      let skipped = got - file.from
      for await (const piece of file.body) {
        const fresh = skipped > 0 ? piece.subarray(skipped) : piece
        skipped = Math.max(skipped - piece.length, 0)
        if (fresh.length === 0) continue
        got += fresh.length
        attempts = 0
        yield fresh
      }
      return
    } catch (error) {
      if (error instanceof FileReplaced || ++attempts === attemptsMax) throw error
    }
}

class FileReplaced extends Error {}
