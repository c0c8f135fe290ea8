import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ShownHostPayment } from '../../src/providerHost/hostControl.ts'
import type { HostFault, HostFaultSetting } from '../../src/providerHost/hostFaults.ts'
import {
  type ControlledOptions,
  type ControlledProcess,
  commandLine,
  startControlled,
} from '../controlledProcess.ts'
import { freePort } from '../freePorts.ts'
import type { ProviderPayment } from './compareProviderBooks.ts'

export type ProviderFaults = { readonly [name in HostFault]?: HostFaultSetting }

/** A payment provider as an operator starts it, a process that can be killed: it forgets no payment. */
export class ProviderProcess {
  readonly #options: ControlledOptions
  readonly port: number
  #running: ControlledProcess
  #isDown = false
  #faults: ProviderFaults = {}
  /** Faults that happened to processes that are gone. */
  readonly #happened = new Map<string, number>()

  private constructor(options: ControlledOptions, port: number, running: ControlledProcess) {
    this.#options = options
    this.port = port
    this.#running = running
  }

  static async start({ folder, seed }: { readonly folder: string; readonly seed: number }) {
    const port = await freePort()
    const words = ['--folder', join(folder, 'provider'), '--port', String(port), '--seed', String(seed)]
    const command = await commandLine('provider-host', ...words)
    const options = { ...command, path: join(folder, 'provider.json') }
    return new ProviderProcess(options, port, await startControlled(options))
  }

  /** The providers file of a gateway that reaches it by another port. */
  settingsAt(port: number) {
    const [provider] = this.#running.announced.settings.providers
    return {
      providers: [{ ...provider, address: `http://127.0.0.1:${port}`, kinds: ['WALLET'], answerSeconds: 1 }],
    }
  }

  async setFaults(faults: ProviderFaults): Promise<void> {
    this.#faults = faults
    await this.#running.control('POST', 'faults', faults)
  }

  async clearFaults(): Promise<void> {
    this.#faults = {}
    await this.#running.control('DELETE', 'faults')
  }

  /** kill -9; it is started again. False where it is being started again already. */
  async crash(pauseMs: number): Promise<boolean> {
    if (this.#isDown) return false
    this.#isDown = true
    for (const [name, count] of Object.entries(await this.faultsHappened())) this.#happened.set(name, count)
    await this.#running.end('SIGKILL')
    await sleep(pauseMs)
    this.#running = await startControlled(this.#options)
    await this.setFaults(this.#faults)
    this.#isDown = false
    return true
  }

  async faultsHappened(): Promise<Readonly<Record<string, number>>> {
    const { faults }: { faults: Record<string, number> } = await this.#running.control('GET', 'counters')
    const names = new Set([...this.#happened.keys(), ...Object.keys(faults)])
    return Object.fromEntries(
      [...names].sort().map(name => [name, (this.#happened.get(name) ?? 0) + (faults[name] ?? 0)]),
    )
  }

  /** What was approved, and stands. */
  async payments(): Promise<readonly ProviderPayment[]> {
    const all: readonly ShownHostPayment[] = await this.#running.control('GET', 'payments')
    return all.flatMap(({ state, orderId, operation, amount, currency, parts }) => {
      if (state !== 'approved' || !orderId || !operation || !amount || !currency) return []
      const standing = (wanted: string) =>
        parts.flatMap(part => (part.kind === wanted && part.state === 'approved' ? (part.amount ?? []) : []))
      const books = { captures: standing('capture'), refunds: standing('refund') }
      return [{ orderId, operation, currency, approved: amount, ...books }]
    })
  }

  stop(): Promise<void> {
    return this.#running.end('SIGTERM')
  }
}
