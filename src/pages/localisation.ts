/**
 * What a browser's Accept-Language asks for, the dearest first; what it rules out (q=0) and any language at
 * all ("*") are no wishes.
 */
export function languagesIn(header: string | undefined): readonly string[] {
  return (header ?? '')
    .slice(0, headerMax)
    .split(',')
    .map(wishIn)
    .filter(({ language, weight }) => /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(language) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}

/** Nobody speaks more languages than fit into this. */
const headerMax = 500

function wishIn(wish: string) {
  const [language = '', ...parameters] = wish.split(';').map(part => part.trim())
  const quality = parameters.find(parameter => /^q\s*=/i.test(parameter))?.split('=')[1]
  return { language, weight: quality === undefined ? 1 : Number(quality) || 0 }
}
