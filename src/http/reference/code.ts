import { type Html, html } from '../../platform/html.ts'

/** Colours for a shell line whose body is JSON: enough to see its structure, no more. */
export const shellCode = (text: string): readonly Html[] =>
  lines(text, line => (/^(?:curl| {2}-)/.test(line) ? shellLine(line) : jsonLine(line)))

export const jsonCode = (text: string): readonly Html[] => lines(text, jsonLine)

const lines = (text: string, colour: (line: string) => Html): readonly Html[] =>
  text.split('\n').map((line, index) => html`${index > 0 && '\n'}${colour(line)}`)

const shellLine = (line: string): Html =>
  html`${line
    .split(/(^curl|(?<= )-[A-Za-z](?= ))/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="o">${part}</span>` : breakable(part)))}`

/** A long address may break after a slash of its path. */
const breakable = (text: string): readonly Html[] =>
  text.split(/(?<=[^:/]\/)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)

/** Names, texts, and numbers or words. */
const token =
  /("(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|-?\b[0-9]+(?:\.[0-9]+)?\b)/

function jsonLine(line: string): Html {
  const parts = line.split(token)
  return html`${parts.map((part, index) => {
    if (index % 2 === 0) return part
    const isName = part.startsWith('"') && /^\s*:/.test(parts[index + 1] ?? '')
    return html`<span class="${isName ? 'k' : part.startsWith('"') ? 't' : 'n'}">${part}</span>`
  })}`
}
