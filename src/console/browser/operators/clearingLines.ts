// The lines of a clearing file, as its layout says that it is encoded.

export function clearingLines(bytes: ArrayBuffer, layout: string): readonly string[] {
  const text = new TextDecoder(encodingIn(layout)).decode(bytes)
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** A layout that cannot be read is refused by the server, with what is wrong. */
function encodingIn(layout: string): 'latin1' | 'utf-8' {
  return /"encoding"\s*:\s*"latin1"/.test(layout) ? 'latin1' : 'utf-8'
}
