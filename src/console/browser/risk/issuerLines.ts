// Ranges of issuers as people write them: one in each line.

import type { ShownGatewayRules } from '../../api/risk.ts'

type IssuerRanges = NonNullable<ShownGatewayRules['issuerRanges']>

export const issuerLines = (ranges: IssuerRanges): string =>
  ranges.map(({ from, to, country }) => `${from}${to === undefined ? '' : `-${to}`} ${country}`).join('\n')

/** Lines are counted from 1; what a range must be, the server says. */
export function readIssuerLines(
  text: string,
): { readonly ranges: IssuerRanges } | { readonly wrongLine: number } {
  const ranges: IssuerRanges[number][] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, from, to, country] = lineForm.exec(line) ?? []
    if (from === undefined || country === undefined) return { wrongLine: index + 1 }
    ranges.push({ from, ...(to !== undefined && { to }), country: country.toUpperCase() })
  }
  return { ranges }
}

const lineForm = /^\s*(\d{4,11})(?:\s*-\s*(\d{4,11}))?[\s,;]+([A-Za-z]{3})\s*$/
