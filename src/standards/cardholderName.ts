/** As answers show who holds a card. */
export type CardholderName = { readonly firstName?: string; readonly lastName?: string }

/**
 * The name on track 1 (ISO 7813): last name, stroke, first names, and behind a point a title, which is left
 * out. What has digits in it is no name, and might be anything.
 */
export function nameOnTrack1(track1: string): CardholderName | undefined {
  const [, written = ''] = nameForm.exec(track1) ?? []
  const [last = '', first = ''] = written.split('/', 2)
  const [firstName, lastName] = [withoutTitle(first), withoutTitle(last)]
  if ((firstName === '' && lastName === '') || /[0-9]/.test(written)) return undefined
  return { ...(firstName !== '' && { firstName }), ...(lastName !== '' && { lastName }) }
}

const nameForm = /^%?[A-Z][0-9]{9,19}\^([^^]{2,26})\^/
const withoutTitle = (part: string): string => (part.split('.', 1)[0] ?? '').trim()
