/** JSON with line breaks; what is none as it is. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
