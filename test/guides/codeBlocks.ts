import { readFileSync } from 'node:fs'
import { projectPath } from '../../src/platform/files.ts'

/** A code block of a page: its language, and what stands behind it in the line that opens it. */
export type CodeBlock = {
  readonly language: string
  readonly file: string | undefined
  readonly text: string
  /** The block before it, if only prose stands between them. */
  readonly before: CodeBlock | undefined
}

export function codeBlocksOf(page: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  for (const [, info = '', text = ''] of page.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
    const [language = '', file] = info.split(' ')
    blocks.push({ language, file, text, before: blocks.at(-1) })
  }
  return blocks
}

export const readDocs = (path: string): string => readFileSync(projectPath('docs', path), 'utf8')
