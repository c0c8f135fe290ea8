// Delivers results as a directory server does, in a process of its own: what it measures is the gateway, and
// not how busy the test is. Its job is a file; it prints how many milliseconds each result took.

import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPoster, type PosterIdentity } from '../../src/directoryServer/resultPost.ts'

export type SendingJob = {
  readonly identity: PosterIdentity
  readonly address: string
  readonly perSecond: number
  readonly texts: readonly string[]
}

/** Directory servers keep their connections; one in so many deliveries finds none. */
const freshEvery = 20
const patienceMs = 30_000

const nowMs = () => performance.now()

async function send({ identity, address, perSecond, texts }: SendingJob): Promise<readonly number[]> {
  const kept = createPoster(identity, nowMs)
  const startedMs = nowMs()
  const sent = texts.map(async (text, index) => {
    const dueMs = startedMs + (index * 1_000) / perSecond
    await sleep(dueMs - nowMs())
    const poster = index % freshEvery === 0 ? createPoster(identity, nowMs) : kept
    const fate = await poster.post(address, text, patienceMs)
    // From when it was due: whatever held up the sender counts, too.
    const ms = nowMs() - dueMs
    if (poster !== kept) poster.close()
    const isReceived = fate.state === 'answered' && fate.text.includes('"resultsStatus":"01"')
    if (!isReceived) throw new Error(`A result was not acknowledged: ${JSON.stringify(fate)}`)
    return ms
  })
  const ms = await Promise.all(sent)
  kept.close()
  return ms
}

const [path = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await send(JSON.parse(await readFile(path, 'utf8')))))
