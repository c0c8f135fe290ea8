/** What issuers weigh of a browser, by the names the API has for it. */
export function browserDetails(language: string): Readonly<Record<string, string | number | boolean>> {
  const { colorDepth, height, width } = screen
  return {
    '3DSecureChallengeWindowSize': 'FULL_SCREEN',
    // What the browser sends for a page; a script cannot read it.
    acceptHeaders: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    colorDepth,
    javaEnabled: false,
    language: (language || navigator.language || 'en').replace('_', '-').slice(0, 35),
    screenHeight: Math.round(height),
    screenWidth: Math.round(width),
    // Of the moment the page was opened: summer time does not begin while the payer pays.
    timeZone: new Date(performance.timeOrigin).getTimezoneOffset(),
  }
}

/** What a browser calls itself. The gateway takes no text that reads like a card's number. */
export function browserName(name: string, version: string): string | undefined {
  const shown = name.slice(0, Number(version) < 69 ? 255 : 2048)
  return manyDigits.test(shown) ? undefined : shown
}
const manyDigits = /(?:\d[^\dA-Za-z]?){13}/
