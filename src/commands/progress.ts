import { stdin } from 'node:process'
import { Writable } from 'node:stream'

/** Work that takes long tells how far it is. */
export interface Progress {
  /** So many of about so many; without a total only that it goes on. */
  tell(what: string, done: number, of?: number): void
  end(): void
}

/** Tells nobody: where no person is watching. */
export const quietProgress: Progress = { tell: () => undefined, end: () => undefined }

/**
 * A bar where the total is known, else a wheel with a count; gone when the work is done. It moves on the
 * stream of remarks, so that a result that is written to a file stays clean.
 */
export async function watchedProgress(isColoured: boolean): Promise<Progress> {
  const { progress, spinner } = await import('@clack/prompts')
  const options = { output: isColoured ? process.stderr : withoutColour(process.stderr), withGuide: false }
  let running: Running | undefined
  const begin = (what: string, hasTotal: boolean): Running => {
    running?.clear()
    const bar = hasTotal
      ? { ...progress({ ...options, max: 100, size: barSize }), hasTotal, shown: 0 }
      : { ...spinner(options), hasTotal, shown: 0 }
    bar.start(what)
    // It takes the keyboard over, and Ctrl-C with it; but that must reach whoever cleans up.
    if (stdin.isTTY) stdin.setRawMode(false)
    running = bar
    return bar
  }
  return {
    tell(what, done, of) {
      const hasTotal = of !== undefined && of > 0
      const bar = running?.hasTotal === hasTotal ? running : begin(what, hasTotal)
      const reached = hasTotal ? Math.min(100, Math.floor((done / of) * 100)) : 0
      if (reached !== bar.shown) bar.advance?.(reached - bar.shown)
      bar.shown = reached
      bar.message(
        hasTotal ? `${what} ${reached} %` : `${what}${done > 0 ? `: ${done.toLocaleString('en')}` : ''}`,
      )
    },
    end() {
      running?.clear()
      running = undefined
    },
  }
}

type Running = {
  readonly hasTotal: boolean
  shown: number
  start(text: string): void
  message(text: string): void
  clear(): void
  advance?(step: number): void
}

const barSize = 25

function withoutColour(stream: NodeJS.WriteStream): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      stream.write(String(chunk).replaceAll(colour, ''), () => done())
    },
  })
}
const colour = /\x1b\[[\d;]*m/g
