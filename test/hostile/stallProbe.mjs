// Loaded into a process by `--import`: notes how long its event loop stood still, and how much of that time its
// thread was running. A SIGUSR2 collects garbage and notes what is alive. Nothing of the process is changed.

import { appendFileSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const file = process.env.STALL_PROBE_FILE
const everyMs = 5
const notedMs = 20

if (isMainThread && file !== undefined) {
  const note = fact =>
    appendFileSync(file, `${JSON.stringify({ pid: process.pid, atMs: Date.now(), ...fact })}\n`)
  let lastMs = performance.now()
  let lastRanMs = ranMs()
  setInterval(() => {
    const nowMs = performance.now()
    const stoodMs = nowMs - lastMs - everyMs
    const nowRanMs = ranMs()
    if (stoodMs > notedMs) note({ stoodMs, ranMs: nowRanMs - lastRanMs })
    lastMs = nowMs
    lastRanMs = nowRanMs
  }, everyMs).unref()
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    const { heapUsed, external } = process.memoryUsage()
    note({ aliveBytes: heapUsed + external })
    // Collecting is no stall of the process's own.
    lastMs = performance.now()
    lastRanMs = ranMs()
  })
  note({ isReady: true })
}

/** Processor time of the thread with the event loop, in ticks of ten milliseconds; helpers of the engine run beside it. */
function ranMs() {
  const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1').split(') ').at(-1).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
