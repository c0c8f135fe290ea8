// Texts of others, shown as what they are: characters that change the order of what stands around them, or
// that nobody sees, could make an amount or an id look like another one.

/** Of a whole answer as it came: nothing in JSON itself is written by these characters. */
export const withVisibleMarks = (json: string): string =>
  json.replace(marks, (found: string, kept?: string, escaped?: string) => {
    if (kept !== undefined) return kept
    const characters = escaped === undefined ? [...found] : [String(JSON.parse(`"${escaped}"`))]
    return characters.map(spelled).join('')
  })

const spelled = (character: string): string =>
  letter.test(character) ? character : `[U+${hexOf(character).toUpperCase().padStart(4, '0')}]`
const letter = /[\x21-\x7e]/
const hexOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16)

const marks = new RegExp(
  [
    // A backslash as JSON writes it; some flags are written with letters that nobody sees. They stay.
    String.raw`(\\\\|\u{1f3f4}[\u{e0020}-\u{e007f}]{1,6})`,
    // Control characters as JSON writes them, but those of lines and columns.
    String.raw`(\\u00[01][\da-f]|\\[bf])`,
    // Embeddings, overrides and isolates of directions; separators of lines; other control characters.
    String.raw`[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]`,
    // Spaces without width, hyphens that are not there, fillers, and such letters elsewhere.
    String.raw`[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0]`,
    String.raw`[\u{e0000}-\u{e007f}]`,
    // What joins or parts letters of some scripts, and pictures, does nothing beside these.
    String.raw`[\x21-\x7e][\u200c\u200d]+|[\u200c\u200d]+(?=[\x21-\x7e])`,
  ].join('|'),
  'gu',
)
