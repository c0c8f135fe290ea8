import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { projectPath } from '../../platform/files.ts'

/** What the page is dressed in, read once; the policy names each by its hash, so nothing else can run. */
export const style = readFileSync(projectPath('src/http/reference/style.css'), 'utf8')
export const script = readFileSync(projectPath('src/http/reference/script.js'), 'utf8')

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
