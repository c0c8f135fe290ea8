// Business dates of acquirer hosts, for operators' commands: the record, and comparing with clearing files.

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type ClearingLayout, checkLayout } from '../acquirers/reconciliation/clearingLayout.ts'
import { compareDate } from '../acquirers/reconciliation/compareDate.ts'
import { ClearingFileError } from '../acquirers/reconciliation/csvLines.ts'
import type { ReconciliationStore } from '../acquirers/reconciliation/port.ts'
import type { Administration } from '../administration/administration.ts'
import type { BusinessDates, WantedComparison } from '../commands/context.ts'
import { errorMessage, UseRefusal } from '../platform/errors.ts'

export function openBusinessDates(
  store: ReconciliationStore,
  { administration, actor }: { readonly administration: Administration; readonly actor: string },
): BusinessDates {
  return {
    async list(wanted) {
      if (wanted.link !== undefined) await refuseUnknown(store, wanted.link)
      return store.list(wanted)
    },
    async request(link, date) {
      await refuseUnknown(store, link)
      await administration.audit.note('reconciliation.request', { link, date })
      await store.request(link, date, actor)
    },
    async compare({ file, ...wanted }) {
      await refuseUnknown(store, wanted.link)
      const given = file && { layout: await readLayout(file.layoutPath), bytes: openFile(file.path) }
      return compareDate(store, { ...wanted, ...(given && { file: given }) }).catch(error => {
        throw error instanceof ClearingFileError && file
          ? new UseRefusal(`${file.path}, ${error.message}.`)
          : error
      })
    },
  }
}

/** A name that is misspelt must not look like a link on which nothing moved. */
async function refuseUnknown(store: ReconciliationStore, link: string): Promise<void> {
  const [known] = await store.list({ link, limit: 1 })
  if (known) return
  const links = new Set((await store.list({ limit: 1_000 })).map(date => date.link))
  const others = links.size === 0 ? 'nor has any other' : `there are dates of ${[...links].sort().join(', ')}`
  throw new UseRefusal(`No host has given a business date on a link ${link.slice(0, 60)} yet; ${others}.`)
}

async function* openFile(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new UseRefusal(`The clearing file cannot be read: ${errorMessage(error)}.`)
  }
}

async function readLayout(
  path: NonNullable<WantedComparison['file']>['layoutPath'],
): Promise<ClearingLayout> {
  const text = await readFile(path, 'utf8').catch(error => {
    throw new UseRefusal(`The layout cannot be read: ${errorMessage(error)}.`)
  })
  const checked = checkLayout(parsed(text, path))
  if ('layout' in checked) return checked.layout
  throw new UseRefusal(`${path}: ${checked.findings.join('; ')}.`)
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UseRefusal(`${path} is not JSON.`)
  }
}
