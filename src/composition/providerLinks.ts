// The links to payment providers: opens them, tells what becomes of their calls, and takes their notices.

import { readFile } from 'node:fs/promises'
import type { Acquirer } from '../acquirers/port.ts'
import { openReloadable } from '../certificates/reloadable.ts'
import type { Route, RouteCall } from '../http/api/routes.ts'
import type { HttpReply } from '../http/transport/reply.ts'
import type { ProviderInstrument } from '../observability/instrumentation.ts'
import type { Interactions } from '../operations/interactions/interactions.ts'
import type { BreakerState } from '../platform/breaker.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { type CallOutcome, openProviderCaller, type ProviderCaller } from '../providers/link/caller.ts'
import { withProviders } from '../providers/link/followUps.ts'
import { guardCaller } from '../providers/link/guardedCaller.ts'
import { createLinkedProviders } from '../providers/link/linkedProviders.ts'
import { verifyNotice } from '../providers/link/notices.ts'
import { areSameSecrets, type ProviderSecrets, readProviderSecrets } from '../providers/link/secrets.ts'
import type { ProviderLinks, ProviderSettings } from '../providers/link/settings.ts'
import { observeProvider, type ProviderStatus } from '../providers/link/status.ts'
import type { PaymentProvider } from '../providers/port.ts'

export type OpenProviderLinks = {
  /** In place of one provider: a choice by kind and merchant. */
  readonly provider: (otherwise: PaymentProvider) => PaymentProvider
  /** The acquirer, with follow-ups of payments at providers sent there. */
  readonly acquirer: (acquirer: Acquirer) => Acquirer
  readonly routes: (interactions: Pick<Interactions, 'noticed'>) => readonly Route[]
  /** Absent where there is none. */
  readonly statuses?: () => readonly ProviderStatus[]
}

type ProviderLinksOptions = {
  readonly providerLinks?: ProviderLinks | undefined
  readonly instrument?: ProviderInstrument | undefined
  readonly log: Log
  readonly stops: (() => Promise<unknown>)[]
}

/** A node whose providers are away starts nevertheless: it answers, and asks later about what it owes. */
export async function openProviderLinks(options: ProviderLinksOptions): Promise<OpenProviderLinks> {
  const { providerLinks, instrument } = options
  const clock = systemClock
  const links = await Promise.all((providerLinks?.providers ?? []).map(each => openLink(each, options)))
  const secretsOf = new Map(links.map(({ settings, secrets }) => [settings.name, secrets]))
  await Promise.all(links.map(({ observed }) => observed.look()))
  return {
    provider: otherwise => createLinkedProviders({ links, clock, otherwise }),
    acquirer: acquirer => withProviders(acquirer, { links, clock }),
    routes: interactions =>
      links.length === 0 ? [] : [noticeRoute({ secretsOf, interactions, instrument })],
    ...(links.length > 0 && {
      statuses: () => links.map(({ observed, breaker }) => ({ ...observed.status(), breaker: breaker() })),
    }),
  }
}

async function openLink(settings: ProviderSettings, { instrument, log, stops }: ProviderLinksOptions) {
  const { name } = settings
  const secrets = await openReloadable<ProviderSecrets>({
    read: () => readProviderSecrets(settings),
    isSame: areSameSecrets,
    everyMs: 5_000,
    warn: reason => log.warn('provider secrets', { name, reason }),
  })
  secrets.onChange(() => log.info('provider secrets', { name, reason: 'They were exchanged.' }))
  stops.push(async () => secrets.stop())
  const { authorities } = settings
  const opened = await openProviderCaller({
    ...{ settings, secrets: secrets.current, clock: systemClock },
    authorities: authorities === undefined ? undefined : await readFile(authorities, 'utf8'),
  })
  stops.push(opened.close)
  const onChange = (state: BreakerState) => {
    if (state === 'open') log.warn('provider', { name, reason: 'Nothing is sent to it for a while.' })
    else if (state === 'closed') log.info('provider', { name, reason: 'It answers calls again.' })
  }
  const guarded = guardCaller(opened, { clock: systemClock, onChange })
  const caller = told(guarded, { name, instrument, log })
  const observed = observeProvider({ name, caller, clock: systemClock, log })
  stops.push(observed.stop)
  const { breaker } = guarded
  return { settings, secrets: secrets.current, caller, breaker, observed, supports: observed.supports }
}

type Telling = Pick<ProviderLinksOptions, 'instrument' | 'log'> & { readonly name: string }

/** Counts each call, and logs answers that do not count: not more than one line a minute for each reason. */
function told(caller: ProviderCaller, { name, instrument, log }: Telling): ProviderCaller {
  const loggedAtMs = new Map<string, number>()
  const tell = (call: string, reason: string) => {
    const nowMs = systemClock.monotonicMs()
    if (nowMs - (loggedAtMs.get(reason) ?? Number.NEGATIVE_INFINITY) < loggedEveryMs) return
    loggedAtMs.set(reason, nowMs)
    log.warn('an answer of a provider does not count', { name, messageType: call, reason })
  }
  return {
    ...caller,
    async call(call, deadline, options) {
      const startedAtMs = systemClock.monotonicMs()
      const outcome = await caller.call(call, deadline, options)
      instrument?.called(name, call.call, wordFor(outcome), systemClock.monotonicMs() - startedAtMs)
      if (outcome.outcome === 'silent' && outcome.reason !== 'TIMED_OUT') tell(call.call, outcome.reason)
      return outcome
    },
  }
}

const loggedEveryMs = 60_000

function wordFor(outcome: CallOutcome): string {
  if (outcome.outcome === 'answered') return outcome.answer.state
  return outcome.outcome === 'refused' ? outcome.error.code : outcome.outcome
}

type NoticeOptions = {
  readonly secretsOf: ReadonlyMap<string, () => ProviderSecrets>
  readonly interactions: Pick<Interactions, 'noticed'>
  readonly instrument: ProviderInstrument | undefined
}

/** Beside the payers' callbacks: the token says which payment, the signature who speaks. */
function noticeRoute({ secretsOf, interactions, instrument }: NoticeOptions): Route {
  const handler = async ({ params, signed }: RouteCall): Promise<HttpReply> => {
    const { name = '', token = '' } = params
    const secrets = secretsOf.get(name)?.()
    if (!secrets || !signed) return noticeReply(404, 'NOT_FOUND', 'There is no such payment.')
    const reply = (outcome: string, answer: HttpReply) => {
      instrument?.noticed(name, outcome)
      return answer
    }
    const verified = verifyNotice({ provider: name, ...signed, secrets: secrets.provider }, systemClock)
    if ('flaw' in verified)
      return reply(verified.flaw, noticeReply(401, 'NOT_SIGNED', 'The signature does not hold.'))
    if ('mistake' in verified)
      return reply('INVALID_REQUEST', noticeReply(400, 'INVALID_REQUEST', verified.mistake))
    const state = await interactions.noticed(token, verified.isAbout)
    return reply(state, noticeReplies[state])
  }
  const path = '/providers/{name}/notice/{token}'
  return { under: 'root', access: 'public', method: 'POST', path, reads: 'signed', handler }
}

const noticeReply = (status: number, code: string, explanation: string): HttpReply => ({
  status,
  body: { error: { code, explanation } },
})

const noticeReplies = {
  noted: { status: 204, body: '' },
  early: {
    ...noticeReply(503, 'TRY_AGAIN', 'The payment is only just being recorded.'),
    headers: { 'Retry-After': '1' },
  },
  unknown: noticeReply(404, 'NOT_FOUND', 'There is no such payment.'),
} as const
