// Compares a page that a browser gets with the manifest of released scripts.

import { createHash } from 'node:crypto'
import type { ManifestEntry } from './manifest.ts'

/** Compares a fetched page with the manifest: its scripts one by one, and its policy. */
export function inspect(page: FetchedPage, manifest: readonly ManifestEntry[]): readonly InspectionFinding[] {
  const expected = new Map(manifest.map(entry => [entry.hash, entry]))
  const inline = scriptsIn(page.html)
  const allowed = hashesIn(page.policy)
  return [
    ...inline.filter(({ source }) => source !== undefined).map(({ source }) => loadedScript(source ?? '')),
    ...inline
      .filter(({ source, isData }) => source === undefined && !isData)
      .map(({ text }) => findingOf(sha256(text), expected, allowed)),
    ...policyFlaws(page.policy),
  ]
}

type FetchedPage = { readonly html: string; readonly policy: string }
export type InspectionFinding = { readonly isFlaw: boolean; readonly line: string }

/** A script with an address of its own is compared by the hash of its text. */
export function compare(text: string, { name, hash }: ManifestEntry): InspectionFinding {
  const isSame = sha256(text) === hash
  return { isFlaw: !isSame, line: `${name}: ${isSame ? 'as released' : 'NOT as released'}` }
}

function findingOf(
  hash: string,
  expected: ReadonlyMap<string, ManifestEntry>,
  allowed: ReadonlySet<string>,
): InspectionFinding {
  const entry = expected.get(hash)
  if (!entry) return { isFlaw: true, line: `a script that is in no release: ${hash}` }
  if (!allowed.has(hash)) return { isFlaw: true, line: `${entry.name}: the policy does not allow it` }
  return { isFlaw: false, line: `${entry.name}: as released, allowed by its hash. ${entry.reason}` }
}

const loadedScript = (source: string): InspectionFinding => ({
  isFlaw: true,
  line: `a script is loaded from ${source}`,
})

/** Any script source but a hash is a flaw. */
function policyFlaws(policy: string): readonly InspectionFinding[] {
  const scripts = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  const holes = scripts.split(/\s+/).filter(source => source !== '' && !/^'sha256-[^']+'$/.test(source))
  const missing = policy.includes("default-src 'none'")
    ? []
    : ["the policy does not begin with default-src 'none'"]
  return [...missing, ...holes.map(hole => `the policy lets in scripts by ${hole}`)].map(line => ({
    isFlaw: true,
    line,
  }))
}

const hashesIn = (policy: string): ReadonlySet<string> =>
  new Set([...policy.matchAll(/'(sha256-[^']+)'/g)].map(([, hash = '']) => hash))

type FoundScript = { readonly source: string | undefined; readonly isData: boolean; readonly text: string }

function scriptsIn(html: string): readonly FoundScript[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].map(
    ([, attributes = '', text = '']) => ({
      source: /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1],
      isData: /\btype\s*=\s*["']?application\/json/i.test(attributes),
      text,
    }),
  )
}

const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
