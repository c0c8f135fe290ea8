// The command `contract`: prints differences between versions and OpenAPI documents, writes the reference and
// what the client library knows of the contract.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { catalogue } from './catalogue.ts'
import { clientContract, clientContractPath } from './document/clientContract.ts'
import { differences } from './document/diff.ts'
import { diffText } from './document/diffText.ts'
import { openApi } from './document/openapi.ts'
import { markdownReference, referenceTitle } from './document/reference.ts'
import { versions } from './kit/versions.ts'

const { first, last } = versions

const help = `Reads the contract of the API.

  npm run contract -- diff 48 73              what changed between two versions
  npm run contract -- diff 48 73 --json       the same for programs
  npm run contract -- openapi ${last}             the OpenAPI 3.1 document of a version
  npm run contract -- reference docs/reference   writes the reference pages
  npm run contract -- client                  writes ${clientContractPath}
`

type Result = { readonly text: string } | { readonly refusal: string }

/** The text that a command line prints. Its only side effect is writing what is generated. */
function run([command, ...words]: readonly string[], isColoured: boolean): Result {
  switch (command) {
    case undefined:
    case 'help':
    case '--help':
      return { text: help }
    case 'diff':
      return diff(words, isColoured)
    case 'openapi':
      return document(words)
    case 'reference':
      return reference(words)
    case 'client':
      return client(words)
    default:
      return {
        refusal: `There is no command '${command}': diff, openapi, reference or client; without one, help.`,
      }
  }
}

function diff(words: readonly string[], isColoured: boolean): Result {
  const [from, to, ...others] = words.filter(word => word !== '--json').map(versionOf)
  if (from === undefined || to === undefined || others.length > 0)
    return { refusal: `diff takes two versions from ${first} to ${last}: diff 48 73` }
  const found = differences(catalogue, from, to)
  if (!words.includes('--json')) return { text: diffText(found, { from, to }, { isColoured }) }
  const operations = found
    .filter(({ changes }) => changes.length > 0)
    .map(({ operation: { name, title }, changes }) => ({
      operation: name,
      title,
      changes: changes.map(({ change }) => change),
    }))
  return { text: `${JSON.stringify({ from, to, operations }, null, 2)}\n` }
}

function document(words: readonly string[]): Result {
  const [version, ...others] = words.map(versionOf)
  if (version === undefined || others.length > 0)
    return { refusal: `openapi takes one version from ${first} to ${last}: openapi ${last}` }
  return { text: `${JSON.stringify(openApi(catalogue, version), null, 2)}\n` }
}

function client(words: readonly string[]): Result {
  if (words.length > 0) return { refusal: 'client takes nothing more' }
  writeFileSync(clientContractPath, clientContract(catalogue))
  return { text: `${clientContractPath}\n` }
}

/** Pages of operations that no longer exist would be wrong, so the old pages are deleted first. */
function reference([folder, ...others]: readonly string[]): Result {
  if (folder === undefined || others.length > 0)
    return { refusal: 'reference takes the folder to write to: reference docs/reference' }
  const pages = markdownReference(catalogue)
  mkdirSync(folder, { recursive: true })
  if (holdsOtherPages(folder))
    return { refusal: `${folder} holds pages that are not the reference: left alone` }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.md') && !pages.has(file)) rmSync(join(folder, file))
  for (const [file, text] of pages) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return { text: `${pages.size} pages in ${folder}\n` }
}

/**
 * A folder whose index was not written by this command contains other documents: they must not be deleted.
 */
function holdsOtherPages(folder: string): boolean {
  const index = join(folder, 'README.md')
  if (existsSync(index)) return !readFileSync(index, 'utf8').startsWith(referenceTitle)
  return readdirSync(folder).some(file => file.endsWith('.md'))
}

function versionOf(word: string): number | undefined {
  const version = /^[0-9]{1,3}$/.test(word) ? Number(word) : 0
  return version >= first && version <= last ? version : undefined
}

/** A reader may close the pipe early, as `head` does: that is no error. */
process.stdout.on('error', () => process.exit())

const isColoured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
const result = run(process.argv.slice(2), isColoured)
if ('text' in result) process.stdout.write(result.text)
else {
  process.stderr.write(`${result.refusal}\n`)
  process.exitCode = 1
}
