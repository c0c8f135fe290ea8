// HTML from template literals, with escaping.

/** Markup that is safe to send: everything inserted was escaped, unless it is Html itself. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}
export type HtmlContent = string | number | Html | readonly HtmlContent[] | false | undefined

export function html(texts: TemplateStringsArray, ...contents: readonly HtmlContent[]): Html {
  let markup = texts[0] ?? ''
  for (let index = 0; index < contents.length; index++)
    markup += markupOf(contents[index]) + (texts[index + 1] ?? '')
  return new Html(markup)
}

function markupOf(content: HtmlContent): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Html) return content.markup
  if (typeof content === 'string') return escaped(content)
  return typeof content === 'number' ? String(content) : content.map(markupOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '')

/** Sentences in which `backticks` mark code. */
export const prose = (...sentences: readonly string[]): Html =>
  new Html(escaped(sentences.join(' ')).replace(/`([^`]+)`/g, '<code>$1</code>'))
