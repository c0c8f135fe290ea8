import { Html } from '../../platform/html.ts'

/** The cup, drawn with the colours of the stylesheet: it changes with the light. */
export const cup = new Html(`<svg class="cup" viewBox="0 0 240 220" aria-hidden="true">
<ellipse class="ground" cx="116" cy="196" rx="92" ry="12"/>
<path class="handle" fill="none" stroke-width="13" stroke-linecap="round"
 d="M170 96c34-8 48 12 42 34-6 24-30 34-56 32"/>
<path class="clay" d="M48 74h126c2 60-8 118-36 122-18 3-36 3-54 0C56 192 46 134 48 74z"/>
<path class="glaze" d="M48 74h126c1 20 0 36-3 54-9 8-15-6-25 1-9 7-13 15-24 7-10-8-16-8-25-1-10 8-15-12-25-5
-8 5-13 6-20-1-3-17-5-35-4-55z"/>
<ellipse class="rim" cx="111" cy="74" rx="63" ry="15"/>
<ellipse class="coffee" cx="111" cy="76" rx="53" ry="11"/>
<path class="shine" fill="none" stroke-width="5" stroke-linecap="round" d="M63 106c1 22 5 42 11 56"/>
<g class="steam" fill="none" stroke-width="5" stroke-linecap="round">
<path d="M88 50c-8-10 8-16 0-28"/><path d="M112 46c-9-12 9-18 0-32"/><path d="M136 50c-8-10 8-16 0-28"/>
</g>
</svg>`)

export const smallCup = new Html(`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
<path class="handle" fill="none" stroke-width="2.5" stroke-linecap="round" d="M23 13c5-1 7 2 6 5s-4 5-8 5"/>
<path class="clay" d="M5 9h18c.5 9-1 18-5 18.5-3 .4-5 .4-8 0C6 27 4.5 18 5 9z"/>
<path class="glaze" d="M5 9h18c.2 3 0 5-.5 7.5-1.3 1-2-.8-3.5.1s-2 2-3.5 1-2.3-1-3.5 0-2-1.5-3.5-.6
c-1.2.7-2 .8-3-.1C5 14.5 4.9 12 5 9z"/>
</svg>`)

/** One small picture for each way to pay. */
export const pictures = {
  checkout: picture(`<rect x="4" y="8" width="14" height="20" rx="2"/>
<rect x="24" y="6" width="18" height="24" rx="2"/>
<path d="M28 13h10M28 18h10M28 23h6M8 18h11M16 15l3 3-3 3"/>`),
  embedded: picture(`<rect x="6" y="5" width="34" height="27" rx="3"/><path d="M6 11h34"/>
<rect x="15" y="15" width="16" height="12" rx="2"/><path d="M19 19h8M19 23h5"/>`),
  fields: picture(`<rect x="5" y="7" width="36" height="9" rx="2"/>
<rect x="5" y="21" width="16" height="9" rx="2"/><rect x="25" y="21" width="16" height="9" rx="2"/>
<path d="M9 11.5h9M9 25.5h5M29 25.5h3"/>`),
  browser: picture(`<circle cx="12" cy="14" r="5"/><path d="M4 29c1-6 4-8 8-8s7 2 8 8"/>
<path d="M24 14h14M33 9l5 5-5 5M38 24H26M30 20l-4 4 4 4"/>`),
} as const

function picture(shapes: string): Html {
  return new Html(`<svg class="picture" viewBox="0 0 46 37" width="46" height="37" aria-hidden="true"
 fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
 stroke-linejoin="round">${shapes}</svg>`)
}
