// The payer's browser, as it described itself. Nothing is made up: what is missing stays so.

import { isIP } from 'node:net'
import type { ProtocolVersion } from '../settings.ts'
import { cutTo, type Particulars } from './particulars.ts'

const headerMax = 2048
const details = 'device.browserDetails'

export function browserOf(version: ProtocolVersion, given: Particulars) {
  const accepted = given.text(`${details}.acceptHeaders`)
  const agent = given.text('device.browser')
  const address = given.text('device.ipAddress') ?? ''
  const script = scriptLanguage(given)
  const listed = listedLanguages(given)
  const languages = listed.length > 0 ? listed : script
  return {
    browserAcceptHeader: accepted && cutTo(headerMax, accepted),
    browserUserAgent: agent && cutTo(headerMax, agent),
    browserIP: isIP(address) !== 0 && !address.includes('%') ? address : undefined,
    browserLanguage: [...script, ...listed].map(shortTag)[0],
    ...(version === '2.3.1' && languages.length > 0 && { acceptLanguage: languages }),
    ...scriptOf(version, given),
  }
}

/**
 * What only a script can tell. A browser that told any of it has one, unless it says otherwise; 2.1.0 takes
 * scripts for granted.
 */
function scriptOf(version: ProtocolVersion, given: Particulars) {
  const depth = given.integer(`${details}.colorDepth`)
  const told = {
    browserJavaEnabled: given.flag(`${details}.javaEnabled`),
    browserColorDepth: depth === undefined ? undefined : listedDepth(depth),
    browserScreenHeight: asText(given.integer(`${details}.screenHeight`)),
    browserScreenWidth: asText(given.integer(`${details}.screenWidth`)),
    browserTZ: asText(given.integer(`${details}.timeZone`)),
  }
  if (version === '2.1.0') return told
  const said = given.flag(`${details}.javaScriptEnabled`)
  const hasScript = said ?? Object.values(told).some(value => value !== undefined)
  return { browserJavascriptEnabled: hasScript, ...(hasScript && told) }
}

const asText = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value)

/** Screens have other depths than the list, such as 30: the next lower one is meant. */
const depths = [1, 4, 8, 15, 16, 24, 32, 48]
const listedDepth = (depth: number): string => String(depths.findLast(each => each <= depth) ?? 1)

const tagForm = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

/** What the script of a page was told; none if it is no language. */
const scriptLanguage = (given: Particulars): readonly string[] =>
  [(given.text(`${details}.language`) ?? '').replaceAll('_', '-')].filter(isTag)

/** The browser's languages in its own order, each once. */
function listedLanguages(given: Particulars): readonly string[] {
  const header = given.text(`${details}.acceptLanguage`) ?? ''
  const tags = header.split(',').map(each => (each.split(';', 1)[0] ?? '').trim())
  return [...new Set(tags)].filter(isTag).slice(0, 99)
}

const isTag = (text: string): boolean => text.length <= 100 && tagForm.test(text)

/** All readings of the tables allow eight characters: longer tags lose subtags from the end. */
function shortTag(tag: string): string {
  const subtags = tag.split('-')
  while (subtags.length > 1 && (subtags.join('-').length > 8 || subtags.at(-1)?.length === 1)) subtags.pop()
  return subtags.join('-')
}
