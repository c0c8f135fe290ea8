/** A request that holds this one value and nothing else: lists get a single element, `[n]` being index 0. */
export function bodyWith(field: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = field.split('.')
  const inner = rest.length === 0 ? value : bodyWith(rest.join('.'), value)
  return first.endsWith('[n]') ? { [first.slice(0, -3)]: [inner] } : { [first]: inner }
}

/** The name under which the validator reports what `bodyWith` placed. */
export function pathOf(field: string): string {
  return field.replaceAll('[n]', '[0]')
}

/** The group a field lies in, '' at the top. */
export function parentOf(field: string): string {
  return field.split('.').slice(0, -1).join('.')
}
