import { setTimeout as pause } from 'node:timers/promises'
import { sealAssets } from '../pages/assets.ts'
import { madeManifest, notAsReleased, releasedManifest } from '../pages/scripts.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'

/**
 * What payers' browsers get must be what was released. Where payers may be real, nothing starts otherwise,
 * what was found good is what is served, and nothing is made afterwards. In a sandbox, where scripts are
 * worked on, the log says so, and nobody waits for it.
 */
export async function judgeScripts(isSandbox: boolean, log: Log): Promise<void> {
  if (!isSandbox) {
    const objection = await objectionTo()
    if (objection !== undefined) throw new StartRefusal(objection)
    sealAssets()
    return
  }
  void pause(restMs, undefined, { ref: false })
    .then(objectionTo)
    .then(objection => objection !== undefined && log.warn('scripts', { reason: objection }))
    .catch(fault => log.fault('scripts', fault))
}

/** Whoever starts a sandbox has other things for the processor to do first. */
const restMs = 3_000

async function objectionTo(): Promise<string | undefined> {
  const names = notAsReleased(await madeManifest(), releasedManifest())
  if (names.length === 0) return undefined
  return `src/pages/scripts.json has other scripts for browsers than are here: ${names.join(', ')}.`
}
