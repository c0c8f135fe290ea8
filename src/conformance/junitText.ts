// Results as JUnit XML, which build servers read.

import { html } from '../platform/html.ts'
import { maskedAnswer } from './maskedText.ts'
import type { CheckResult } from './runPlan.ts'

export function junitText(address: string, results: readonly CheckResult[]): string {
  const count = (outcome: CheckResult['outcome']) =>
    results.filter(result => result.outcome === outcome).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(`conformance of ${address}`)}" tests="${results.length}" ` +
      `failures="${count('failed')}" skipped="${count('not applicable')}">`,
    ...results.map(caseText),
    '</testsuite>',
    '',
  ].join('\n')
}

function caseText({ id, section, rule, version, outcome, reason = '', failures }: CheckResult): string {
  const name = `${id}${version === undefined ? '' : ` (version ${version})`}`
  const start = `  <testcase classname="${section}" name="${escaped(name)}"`
  if (outcome === 'passed') return `${start}/>`
  if (outcome === 'not applicable') return `${start}><skipped message="${escaped(reason)}"/></testcase>`
  const told = failures.map(
    ({ sends, expected, came, exchange: { request } }) =>
      `${sends ?? `${request.method} ${request.path}`}: expected ${expected}, came ${came}`,
  )
  const text = escaped(maskedAnswer(told.join('\n')).replace(unprintable, '?'))
  return `${start}><failure message="${escaped(rule)}">${text}</failure></testcase>`
}

const escaped = (text: string): string => html`${text}`.markup

/** Characters that XML cannot hold. */
const unprintable = /[^\P{Cc}\n]/gu
