import type { TestProject } from 'vitest/node'
import { findChromium } from './chromium.ts'
import type { Chromium } from './debianChromium.ts'

/** Either a browser or the sentence that says how to get one; then every test of the suite fails with it. */
export type ChromiumFound = { readonly chromium: Chromium } | { readonly failure: string }

declare module 'vitest' {
  interface ProvidedContext {
    chromium: ChromiumFound
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide(
    'chromium',
    await findChromium(line => process.stdout.write(`${line}\n`)).then(
      chromium => ({ chromium }),
      error => ({ failure: error instanceof Error ? error.message : String(error) }),
    ),
  )
}
