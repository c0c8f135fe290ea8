/** Markdown, typeset so that its source reads well, too. */

export const page = (...blocks: readonly string[]): string =>
  `${blocks.filter(block => block !== '').join('\n\n')}\n`

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const code = (text: string): string => `\`${text}\``
export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
/** Outside code, what Markdown would read as markup is written so that it does not. */
export const plain = (text: string): string => text.replace(/[\\`*_<>[\]]/g, character => `\\${character}`)
export const list = (items: readonly string[]): string => items.map(item => `- ${item}`).join('\n')
