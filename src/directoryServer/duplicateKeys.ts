// Keys that a JSON text has twice in one object: parsers keep the last one and say nothing.

/** Their paths (parent.child), of a text that can be parsed. */
export function duplicateKeys(text: string): readonly string[] {
  const found: string[] = []
  const open: { readonly keys: Set<string> | undefined; readonly path: string }[] = []
  let key: string | undefined
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const inside = open.at(-1)
    const path = [inside?.path, key].filter(Boolean).join('.')
    if (token === '{' || token === '[') {
      open.push({ keys: token === '{' ? new Set() : undefined, path })
      key = undefined
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ',') key = undefined
    else if (token !== ':' && inside?.keys && key === undefined) {
      key = String(JSON.parse(token))
      if (inside.keys.has(key)) found.push([inside.path, key].filter(Boolean).join('.'))
      inside.keys.add(key)
    }
  }
  return found
}
