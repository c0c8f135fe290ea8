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
