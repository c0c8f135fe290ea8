import type { RawDirectoryMessage } from '../../src/directoryServer/messageRecord.ts'

/** What a directory server knows of one authentication, by what was said on the wire. */
export type DirectoryBook = {
  /** How often it was asked. */
  requests: number
  /** Its answer about the payer, as it was sent. */
  answer?: DirectoryWord
  /** Results of the challenge in the order of their delivery, and what the gateway said to each. */
  readonly results: DeliveredResult[]
}

export type DirectoryWord = Readonly<Record<string, unknown>>

/** Said: resultsStatus, or that it is an error; undefined where nothing was heard. */
export type DeliveredResult = { readonly word: DirectoryWord; said?: string }

/** By threeDSServerTransID. */
export function directoryBooks(messages: readonly RawDirectoryMessage[]): ReadonlyMap<string, DirectoryBook> {
  const books = new Map<string, DirectoryBook>()
  for (const { text } of messages) {
    const message = contentOf(text)
    const id = String(message.threeDSServerTransID)
    const book = books.get(id) ?? { requests: 0, results: [] }
    books.set(id, book)
    const last = book.results.at(-1)
    switch (message.messageType) {
      case 'AReq':
        book.requests += 1
        break
      case 'ARes':
        book.answer = message
        break
      case 'RReq':
        book.results.push({ word: message })
        break
      case 'RRes':
        if (last) last.said ??= String(message.resultsStatus)
        break
      case 'Erro':
        if (last) last.said ??= 'error'
        break
    }
  }
  return books
}

function contentOf(text: string): DirectoryWord {
  try {
    return JSON.parse(text)
  } catch {
    // Made so by a fault.
    return {}
  }
}

/** The words by which a payer may be known, of which the first one that was acknowledged is the only one. */
export function wordsIn({ answer, results }: DirectoryBook): {
  readonly acknowledged?: DirectoryWord
  readonly possible: readonly DirectoryWord[]
} {
  if (answer?.transStatus !== 'C') return { possible: answer ? [answer] : [] }
  const own = results.filter(
    ({ word }) => word.acsTransID === answer.acsTransID && word.dsTransID === answer.dsTransID,
  )
  const acknowledged = own.find(({ said }) => said === '01')?.word
  return acknowledged ? { acknowledged, possible: [acknowledged] } : { possible: own.map(({ word }) => word) }
}
