import { readFileSync } from 'node:fs'
import { resourcePath } from '../../../platform/files.ts'
import { createPolicy, frameStyle } from '../assets.ts'

const read = (file: string) => readFileSync(resourcePath('http', 'reference', 'site', file), 'utf8')

/** Read once, like those of the reference, whose frame this is. */
export const siteStyle = `${frameStyle}\n${read('site.css')}`
export const siteScript = `${read('search.js')}\n${read('site.js')}`

/** Besides its own style and script, a page may show pictures of the docs and ask for the search index. */
const admitted = ["img-src 'self' data:", "connect-src 'self'"]
export const sitePolicy = createPolicy({ style: siteStyle, script: siteScript }, admitted)

/** The page that compares two versions has a form to choose them. */
export const comparisonPolicy = createPolicy({ style: siteStyle, script: siteScript }, admitted, "'self'")
