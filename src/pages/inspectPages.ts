// A command that fetches pages and scripts from a gateway and compares them with the released manifest.

import { writeFileSync } from 'node:fs'
import { versions } from '../contract/kit/versions.ts'
import { compare, type InspectionFinding, inspect } from './inspection.ts'
import { madeManifest, releasedManifest, releasedPath } from './manifest.ts'

const help = `Fetches what browsers get from a gateway and holds it against this release.

  npm run pages -- http://127.0.0.1:8080
  npm run pages -- https://pay.example https://pay.example/checkout/pay/SESSION…

The first word is the gateway: the scripts that merchants embed are compared. Every other word is a page that
a payer has open, say a checkout page: its scripts and its policy are compared. Exit code 1 on any flaw.

  npm run manifest

Writes which scripts the sources here make: to be committed with a change of theirs.
`

async function inspectAll([gateway, ...pages]: readonly string[]): Promise<readonly InspectionFinding[]> {
  const known = releasedManifest()
  const own = known.filter(({ address }) => address.startsWith('/'))
  const scripts = await Promise.all(
    own.map(async entry => {
      const address = entry.address.replace('{version}', String(versions.last)).replace('{merchantId}', 'ANY')
      return compare(await textAt(`${gateway}${address}`), entry)
    }),
  )
  const found = await Promise.all(
    pages.map(async page => {
      const answer = await fetch(page)
      const policy = answer.headers.get('content-security-policy') ?? ''
      return inspect({ html: await answer.text(), policy }, known)
    }),
  )
  return [...scripts, ...found.flat()]
}

async function textAt(address: string): Promise<string> {
  const answer = await fetch(address)
  return answer.ok ? await answer.text() : ''
}

const words = process.argv.slice(2)
if (words.length === 0 || words[0] === '--help') process.stdout.write(help)
else if (words[0] === '--write')
  writeFileSync(releasedPath(), `${JSON.stringify(await madeManifest(), undefined, 2)}\n`)
else {
  const findings = await inspectAll(words)
  for (const { isFlaw, line } of findings) process.stdout.write(`${isFlaw ? '✗' : '✓'} ${line}\n`)
  if (findings.some(({ isFlaw }) => isFlaw)) process.exitCode = 1
}
