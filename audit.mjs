// npm run audit: asks the registry for known weaknesses of the packages in package-lock.json. What is known and does not
// concern us is written down in auditExceptions.json, with a reason and a date until which it holds. Exit code 1: something is
// neither mended nor written down. With --if-possible, a registry that does not answer is only told.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Each weakness once, by its address: it is reported again for every package that depends on it. */
export function weaknessesIn({ vulnerabilities }) {
  const found = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter(cause => typeof cause === 'object'),
  )
  return [
    ...new Map(
      found.map(({ name, title, url, severity, range }) => [url, { name, title, url, severity, range }]),
    ).values(),
  ]
}

/** `today` and `until` as 2026-11-17: the day itself still counts. */
export function judge(weaknesses, exceptions, today) {
  const exceptionOf = ({ url }) => exceptions.find(({ advisory }) => url.endsWith(`/${advisory}`))
  const holds = weakness => (exceptionOf(weakness)?.until ?? '') >= today
  const isNeeded = ({ advisory }) => weaknesses.some(({ url }) => url.endsWith(`/${advisory}`))
  return {
    open: weaknesses.filter(weakness => !holds(weakness)),
    excepted: weaknesses.filter(holds),
    unneeded: exceptions.filter(exception => !isNeeded(exception)),
  }
}

function report({ open, excepted, unneeded }) {
  const lines = [
    ...open.map(
      ({ name, range, severity, title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`,
    ),
    ...excepted.map(({ name, url }) => `written down: ${name} (${url})`),
    ...unneeded.map(
      ({ advisory }) => `no longer found, to be removed from auditExceptions.json: ${advisory}`,
    ),
    open.length === 0
      ? 'No known weakness is open.'
      : `${open.length} to mend, or to write down in auditExceptions.json.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return open.length === 0 && unneeded.length === 0 ? 0 : 1
}

function main(isEnoughToTell) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 50_000_000,
  })
  const answer = readAnswer(stdout)
  if (answer?.vulnerabilities === undefined) {
    process.stdout.write(`Not audited: ${answer?.message ?? 'the registry did not answer'}\n`)
    return isEnoughToTell ? 0 : 1
  }
  const exceptions = JSON.parse(readFileSync(new URL('auditExceptions.json', import.meta.url), 'utf8'))
  return report(judge(weaknessesIn(answer), exceptions, new Date().toISOString().slice(0, 10)))
}

function readAnswer(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exit(main(process.argv.includes('--if-possible')))
