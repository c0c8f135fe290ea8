// The product's mark, a raised barrier: on pages, and as the icon of their tabs.

import { Html, html } from './html.ts'

export const brandMark = (pixels: number): Html => new Html(brandMarkImage(pixels))

/** For the head of a page, whose policy must allow `data:` images. */
export const brandIcon = (): Html =>
  html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(brandMarkImage())}">`

export const brandMarkImage = (pixels = 32): string =>
  [
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' width='${pixels}' height='${pixels}'`,
    " aria-hidden='true'>",
    "<rect width='32' height='32' rx='7' fill='#14202e'/>",
    "<path d='M8 9v17' stroke='#fff' stroke-width='4' stroke-linecap='round'/>",
    "<path d='M10 12h16' stroke='#fff' stroke-width='5'/>",
    "<path d='M13 12h4m5 0h4' stroke='#f2a33a' stroke-width='5'/></svg>",
  ].join('')
