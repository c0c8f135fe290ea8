/** Reading what merchants' pages hand to our scripts: it may be anything. */

export type UnknownMembers = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is UnknownMembers =>
  typeof value === 'object' && value !== null

export const membersOf = (value: unknown): UnknownMembers => (isMembers(value) ? value : {})

/** A text that is there; a number will do. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export type PageCallback = (...given: readonly unknown[]) => unknown

export const isCallback = (value: unknown): value is PageCallback => typeof value === 'function'

/** What goes wrong in a page's own function is reported as the page's, and stops nothing of ours. */
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

/** Not to be guessed, and there in every browser that runs this. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The tag that brought this script, which is where the gateway is: one script fits every gateway and
 * merchant, and a page can check its integrity. To be asked while the script runs for the first time.
 */
export function findScriptTag(path: RegExp): HTMLScriptElement | undefined {
  const { currentScript, scripts } = document
  return [currentScript, ...Array.from(scripts)].find(
    (tag): tag is HTMLScriptElement =>
      tag instanceof HTMLScriptElement && tag.src !== '' && path.test(new URL(tag.src).pathname),
  )
}

/** Of a page that loaded the script without a tag of its own, nothing is known. */
export const originOf = (tag: HTMLScriptElement | undefined): string | undefined =>
  tag && new URL(tag.src).origin

/** Puts a script's one name into the page, unless the page loaded it before. */
export function publish(name: string, value: object): void {
  if (!(name in window)) Object.assign(window, { [name]: value })
}
