import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resourcePath } from '../../platform/files.ts'

const read = (file: string) => readFileSync(resourcePath('http', 'reference', file), 'utf8')

/**
 * The page's styles and script, read once; the content security policy names each by its hash, so nothing
 * else can run.
 */
export const style = ['frame', 'content', 'fields', 'narrow'].map(name => read(`${name}.css`)).join('\n')
export const script = read('script.js')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const contentPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
