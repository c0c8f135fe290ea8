import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resourcePath } from '../../platform/files.ts'

const read = (file: string) => readFileSync(resourcePath('http', 'reference', file), 'utf8')
const stylesOf = (...names: readonly string[]) => names.map(name => read(`${name}.css`)).join('\n')

/** What the reference and the other pages of the docs have in common. */
export const frameStyle = stylesOf('frame', 'content', 'narrow')

/**
 * The page's styles and script, read once; the content security policy names each by its hash, so nothing
 * else can run.
 */
export const style = stylesOf('frame', 'content', 'fields', 'narrow')
export const script = read('script.js')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const createPolicy = (
  own: { readonly style: string; readonly script: string },
  more: readonly string[],
  formAction = "'none'",
): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(own.style)}`,
    `script-src ${hashOf(own.script)}`,
    ...more,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')

export const contentPolicy = createPolicy({ style, script }, ['img-src data:'])
