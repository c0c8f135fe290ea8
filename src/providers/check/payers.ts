// Payers for the conformance check that agree by themselves.

import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import type { CheckPayer } from './stage.ts'

const patienceMs = 30_000

/** Opens an address in which `{pageUrl}` stands for the page, as a browser would. */
export const payerByAddress = (template: string): CheckPayer => ({
  isPerson: false,
  async agree(pageUrl) {
    const signal = AbortSignal.timeout(patienceMs)
    const address = template.replaceAll('{pageUrl}', pageUrl)
    // What comes of it is for status to say.
    await fetch(address, { redirect: 'manual', signal })
      .then(response => response.body?.cancel())
      .catch(() => undefined)
  },
})

/** Runs a command of the operator's, which has the page in PAGE_URL. */
export const payerByCommand = (command: string): CheckPayer => ({
  isPerson: false,
  async agree(pageUrl) {
    const env = { ...process.env, PAGE_URL: pageUrl }
    await promisify(exec)(command, { env, timeout: patienceMs }).catch(() => undefined)
  },
})
