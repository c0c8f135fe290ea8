import { type Content, isObject, mergeContent } from '../contract/kit/content.ts'
import type { Contents } from './contents.ts'
import type { SessionKey, StoredSession } from './port.ts'

/** What may be said of a card's number. */
export type DescribeCard = (number: string) => {
  readonly brand: string
  readonly scheme?: string
  readonly fundingMethod: string
}

export type Shown = {
  readonly key: SessionKey
  readonly stored: Omit<StoredSession, 'contents'>
  readonly contents: Contents
}

/** A session as answers know it; what of its values a version shows, and how masked, its contract says. */
export function sessionRecord({ key, stored, contents }: Shown, describeCard: DescribeCard): Content {
  const { version, updateStatus, authenticationLimit } = stored
  const { values, aes256Key } = contents
  return {
    ...mergeContent(values, described(values, describeCard)),
    result: 'SUCCESS',
    merchant: key.merchantId,
    session: { id: key.sessionId, version, updateStatus, authenticationLimit, aes256Key },
  }
}

/** A card without its number is one nobody can tell anything about yet. */
function described({ sourceOfFunds }: Content, describeCard: DescribeCard): Content {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? provided.card : undefined
  if (!isObject(card)) return {}
  const number = typeof card.number === 'string' ? card.number : undefined
  return { sourceOfFunds: { provided: { card: number === undefined ? unknownCard : describe(number) } } }

  function describe(of: string): Content {
    const { brand, scheme, fundingMethod } = describeCard(of)
    return { brand, fundingMethod, ...(scheme !== undefined && { scheme }) }
  }
}

const unknownCard = { brand: 'UNKNOWN', fundingMethod: 'UNKNOWN' }
