import type { Content } from '../../contract/kit/content.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { challengeWindowSizes } from './challenge.ts'
import { groupAt } from './fieldPaths.ts'

/** What a request tells of the browser that sent it. */
export type ClientDetails = {
  readonly userAgent?: string | undefined
  readonly accept?: string | undefined
  /** The address it came from. */
  readonly source: string
}

/**
 * The payer's device by the API's names. What a browser tells wrongly is left out, and what reads like card
 * data: no payment fails for a screen that nobody believes in, or for a header that the payer never saw.
 */
export function deviceOf(
  browser: unknown,
  { userAgent, accept, source, apiVersion }: ClientDetails & { readonly apiVersion: number },
): Content {
  const told = groupAt({ browser }, 'browser')
  const room = apiVersion < 69 ? { browser: 255, address: 15 } : { browser: 2048, address: 45 }
  const isAddress = source.length >= 7 && source.length <= room.address
  return {
    browser: beginning(userAgent, room.browser),
    ipAddress: isAddress ? harmless(source) : undefined,
    browserDetails: {
      '3DSecureChallengeWindowSize': challengeWindowSizes.find(size => size === told.challengeWindowSize),
      acceptHeaders: beginning(accept, 2048),
      colorDepth: integerIn(told.colorDepth, 0, 99),
      javaEnabled: typeof told.javaEnabled === 'boolean' ? told.javaEnabled : undefined,
      language: languageIn(told.language),
      screenHeight: integerIn(told.screenHeight, 0, 999_999),
      screenWidth: integerIn(told.screenWidth, 0, 999_999),
      timeZone: integerIn(told.timeZone, -840, 840),
    },
  }
}

const integerIn = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined

const languageIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9A-Za-z_-]{1,35}$/.test(value) ? harmless(value) : undefined

/** Headers are Latin-1, so no character is cut in half. */
const beginning = (text: string | undefined, lengthMax: number): string | undefined =>
  text ? harmless(text.slice(0, lengthMax)) : undefined

const harmless = (text: string): string | undefined => (holdsCardData(text) ? undefined : text)
