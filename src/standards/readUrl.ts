/**
 * Undefined for what is no address. Node's `URL.canParse` is not asked: once it has been asked often, it says
 * no to letters such as `ü` in a host.
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
