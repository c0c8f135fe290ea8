/**
 * What a browser asks the gateway for from the checkout page to the payment, with a card that knows no payer
 * authentication: the page has everything in it. `test/browser/checkout.test.ts` holds it against a browser.
 */
export const visitRequests = (sessionId: string): readonly VisitRequest[] => {
  const page = `/checkout/pay/${sessionId}`
  return [
    { method: 'GET', path: page, headers: { ...sent, ...navigating } },
    { method: 'POST', path: `${page}/submit`, headers: { ...sent, ...asking } },
  ]
}

type VisitRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const sent = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Browser/156.0.0.0',
  'sec-ch-ua': '"Not:A-Brand";v="8", "Browser";v="156"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
}

const pages = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const navigating = {
  accept: pages,
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
}

const asking = {
  accept: 'application/json',
  'cache-control': 'no-cache',
  'content-type': 'application/json',
  pragma: 'no-cache',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
}

/** The form, as the page's script sends it. */
export const submission = (terms: string): string =>
  JSON.stringify({
    card: {
      number: '4508750015741019',
      expiryMonth: '01',
      expiryYear: '39',
      securityCode: '100',
      nameOnCard: 'Ada Quill',
    },
    browser: {
      colorDepth: 24,
      screenHeight: 800,
      screenWidth: 1280,
      javaEnabled: false,
      javaScriptEnabled: true,
      acceptHeaders: pages,
      language: 'en-GB',
      timeZone: -60,
      challengeWindowSize: '500_X_600',
    },
    attemptsLeft: 5,
    terms,
  })
