import { issuerOutcomes } from '../../src/directoryServer/testCards.ts'
import { type Cardholder, cardholder, cardThat } from './cardholder.ts'
import { openDirectories, registerMerchants } from './directories.ts'
import { openGateway, type Settings, type TestGateway } from './gateway.ts'

export const issuerKinds = ['simulated issuers', 'directory servers'] as const

/** A gateway with whoever authenticates its payers, and a way to say what becomes of the next one. */
export type Issuers = {
  readonly gateway: TestGateway
  payerWhoIs(outcome: string): Promise<Cardholder>
  /** What is wrong with the messages that were exchanged, and how often a request came twice. */
  findings(): readonly unknown[]
  stop(): Promise<void>
}

export const openIssuers = (kind: (typeof issuerKinds)[number], settings: Settings): Promise<Issuers> =>
  kind === 'simulated issuers' ? openSimulated(settings) : openAtDirectories(settings)

async function openSimulated(settings: Settings): Promise<Issuers> {
  const gateway = await openGateway('embedded', settings)
  return {
    gateway,
    async payerWhoIs(outcome) {
      const payer = cardholder(gateway, cardThat.isNotEnrolled)
      const script = { match: { orderId: payer.orderId }, outcomes: [{ outcome }] }
      await gateway.call('POST', '/sandbox/authentication/scripts', script)
      return payer
    },
    findings: () => [],
    stop: gateway.stop,
  }
}

async function openAtDirectories(settings: Settings): Promise<Issuers> {
  const directories = await openDirectories({ hasPlainPages: true })
  const { control, file } = directories
  const hasty = file.directoryServers.map(server => ({ ...server, answerSeconds: 1 }))
  const threeDSecureServer = { ...file, directoryServers: hasty }
  const gateway = await openGateway('embedded', { ...settings, threeDSecureServer })
  await registerMerchants(gateway, directories)
  return {
    gateway,
    async payerWhoIs(outcome) {
      if (outcome === 'notEnrolled') return cardholder(gateway, cardThat.isNotEnrolled)
      const ordered = issuerOutcomes.find(each => each === outcome)
      if (outcome === 'silent') control.fault('silence', { next: 1 })
      else if (outcome === 'error') control.fault('erro', { next: 1 })
      else if (ordered) control.order({ outcome: ordered })
      return cardholder(gateway, cardThat.isKnown)
    },
    findings: () => [...directories.findings(), ...control.counters().repeatedIds],
    async stop() {
      await gateway.stop()
      await directories.close()
    },
  }
}
