// Texts of others, shown as what they are: characters that change the order of what stands around them, or
// that nobody sees, could make an amount or an id look like another one.

/** Of a whole answer as it came: nothing in JSON itself is written by these characters. */
export const withVisibleMarks = (json: string): string =>
  json.replace(marks, mark => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)

/** Embeddings, overrides and isolates of directions; separators of lines; control characters. */
const marks = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/g
