// What the scripts in merchants' pages have in common: their own tag, their global name, calling the page's
// functions.

/**
 * The tag that loaded this script, whose address is the gateway's: so one script fits every gateway and
 * merchant, and a page can pin its integrity. Must be called while the script runs for the first time.
 */
export function findScriptTag(path: RegExp): HTMLScriptElement | undefined {
  const { currentScript, scripts } = document
  return [currentScript, ...Array.from(scripts)].find(
    (tag): tag is HTMLScriptElement =>
      tag instanceof HTMLScriptElement && tag.src !== '' && path.test(new URL(tag.src).pathname),
  )
}

/** Undefined if the page loaded the script without a tag of its own. */
export const originOf = (tag: HTMLScriptElement | undefined): string | undefined =>
  tag && new URL(tag.src).origin

/** Defines a script's global name, unless the page has loaded the script before. */
export function publish(name: string, value: object): void {
  if (!(name in window)) Object.assign(window, { [name]: value })
}

export type PageCallback = (...given: readonly unknown[]) => unknown

export const isCallback = (value: unknown): value is PageCallback => typeof value === 'function'

/** An error in a page's own function is reported as the page's, and does not stop the script. */
export function callSafely(callback: unknown, ...given: readonly unknown[]): unknown {
  if (!isCallback(callback)) return undefined
  try {
    return callback(...given)
  } catch (problem) {
    setTimeout(() => {
      throw problem
    })
    return undefined
  }
}

/** Cannot be guessed; works in every browser that runs these scripts. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
