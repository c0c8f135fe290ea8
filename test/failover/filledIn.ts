import { readFileSync } from 'node:fs'
import { projectPath } from '../../src/platform/files.ts'

/** What stands in a file of deploy/, and what takes its place here: addresses, ports, paths, names. */
export type Places = Readonly<Record<string, string>>

/** A file of deploy/ as an operator fills it in. What is not there to be replaced is a mistake of ours. */
export function filledIn(path: string, places: Places): string {
  let text = readFileSync(projectPath('deploy', path), 'utf8')
  for (const [from, to] of Object.entries(places)) {
    if (!text.includes(from)) throw new Error(`deploy/${path} does not have ${from}`)
    text = text.replaceAll(from, to)
  }
  const left = withoutRemarks(text).match(/\b10\.0\.0\.\d+|\w+\.example\b|\/(?:etc|var)\/\S+/g)
  const unknown = left?.filter(word => !staying.includes(word))
  if (unknown?.length) throw new Error(`deploy/${path} still has ${unknown.join(', ')}`)
  return text
}

/** The gateway's public name is the same everywhere. */
const staying = ['shop.example']

const withoutRemarks = (text: string): string => text.replaceAll(/^\s*[#;].*$/gm, '')

/** The settings in a file such as /etc/tollgate/environment, as a service manager reads them. */
export const settingsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^'(.*)'$/, '$1'),
    ]),
  )
