// The page's policy allows style elements that carry its nonce, and no others.

declare global {
  interface Window {
    /** Where the library that stops pages from scrolling behind a dialogue looks for the nonce. */
    __webpack_nonce__?: string
  }
}

export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce ?? ''

/** For libraries that know nothing of the component library's setting. */
export function shareStyleNonce(): void {
  window.__webpack_nonce__ = styleNonce()
}
