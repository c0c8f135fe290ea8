import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectPath } from '../../src/platform/files.ts'

/** What a wall is told. */
export type WallWord =
  | { readonly kind: 'door'; readonly from: number; readonly to: number }
  | { readonly kind: 'raise' | 'lower' }

/**
 * Stands between a machine and all others: while it is up, what was sent neither arrives nor is refused, as
 * behind a switch that lost its way. Once it is down again, what waited goes on. A process of its own, so
 * that no load makes the way slower.
 */
export class Wall {
  readonly #child: ChildProcess

  constructor() {
    const words = [projectPath('start.mjs'), projectPath('test', 'failover', 'wallProcess.ts')]
    this.#child = spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  /** A way through the wall, from one port to another on this machine. */
  async door(from: number, to: number): Promise<void> {
    await this.#tell({ kind: 'door', from, to })
  }

  raise(): Promise<void> {
    return this.#tell({ kind: 'raise' })
  }

  lower(): Promise<void> {
    return this.#tell({ kind: 'lower' })
  }

  remove(): void {
    this.#child.kill()
  }

  async #tell(word: WallWord): Promise<void> {
    const done = once(this.#child, 'message')
    this.#child.send(word)
    await done
  }
}
