// One of everything that is sealed for a merchant, and checks of what is sealed under which generation.

import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import { totpBoxOf } from '../../src/composition/totpBox.ts'
import { keyOwnerOf, totpIdentity } from '../../src/console/users/port.ts'
import { secretIdentity } from '../../src/notifications/port.ts'
import { recordName } from '../../src/operations/model/steps.ts'
import { newSessionId } from '../../src/sessions/heldSession.ts'
import { sessionIdentity } from '../../src/sessions/port.ts'
import type { Store } from '../../src/store/open.ts'
import type { Keyring } from '../../src/vault/keyring.ts'
import { createMerchantBox } from '../../src/vault/merchantBox.ts'
import { cardIdentity, tokenIdentity } from '../../src/vault/port.ts'
import { sampleIntent } from '../support/store/sampleIntent.ts'

export type SealingInstallation = {
  readonly store: Store
  readonly client: pg.Client
  readonly node: Keyring
}
type Owner = { readonly cell: number; readonly merchantId: string }

/** A sealed thing: where to read it, and what must come out. */
export type Thing = {
  readonly purpose: 'cards' | 'sessions' | 'notifications' | 'users'
  readonly merchantId: string
  readonly identity: string
  readonly text: string
  /** Selects the box. */
  readonly query: string
  readonly values: readonly unknown[]
}

/** One of everything that a merchant may have sealed. */
export async function sealSome(installation: SealingInstallation, owner: Owner): Promise<readonly Thing[]> {
  return [
    ...(await sealTransaction(installation, owner)),
    await sealToken(installation, owner),
    ...(await sealSession(installation, owner)),
    await sealSecret(installation, owner),
    await sealCodes(installation, owner.merchantId),
  ]
}

const textOf = () => `{"number":"${randomBytes(8).toString('hex')}"}`

const seal = (
  installation: SealingInstallation,
  { purpose, merchantId, identity, text }: Omit<Thing, 'query' | 'values'>,
) => createMerchantBox(installation.node[purpose]).seal(merchantId, identity, text)

/** Two steps under one id, as some operations take. */
async function sealTransaction(
  installation: SealingInstallation,
  { cell, merchantId }: Owner,
): Promise<readonly Thing[]> {
  const key = { cell, merchantId, orderId: randomUUID() }
  const things: Thing[] = []
  for (const [seen, transactionId] of ['1', recordName('1', 'CONFIRM_BROWSER_PAYMENT')].entries()) {
    const thing: Thing = {
      ...{ purpose: 'cards', merchantId, identity: cardIdentity(key.orderId, '1'), text: textOf() },
      query: `select card as box from transactions join orders using (cell, merchant_id, order_no)
        where merchant_id = $1 and order_id = $2 and transaction_id = $3`,
      values: [merchantId, key.orderId, transactionId],
    }
    const intent = sampleIntent({ key, transactionId, seen: seen * 2, card: await seal(installation, thing) })
    const begun = await installation.store.journal.begin(intent)
    expect(begun.state).toBe('started')
    await installation.client.query('update orders set version = 2, open_id = null where order_id = $1', [
      key.orderId,
    ])
    things.push(thing)
  }
  return things
}

export async function sealToken(
  installation: SealingInstallation,
  owner: Owner,
  token = `t${randomBytes(6).toString('hex')}`,
) {
  const { merchantId } = owner
  const thing: Thing = {
    ...{ purpose: 'cards', merchantId, identity: tokenIdentity(token), text: textOf() },
    query: 'select card as box from tokens where merchant_id = $1 and token = $2',
    values: [merchantId, token],
  }
  const row = {
    token,
    kind: 'CARD',
    cardHash: randomBytes(32),
    card: await seal(installation, thing),
  } as const
  await installation.store.tokens.put(owner, row, 'any')
  return thing
}

async function sealSession(installation: SealingInstallation, owner: Owner): Promise<readonly Thing[]> {
  const sessionId = newSessionId()
  const [lasting, secrets] = (['lasting', 'secrets'] as const).map(
    (part): Thing => ({
      ...{ purpose: 'sessions', merchantId: owner.merchantId, text: textOf() },
      identity: sessionIdentity(sessionId, part),
      query: `select ${part} as box from sessions where session_id = $1`,
      values: [sessionId],
    }),
  )
  if (!lasting || !secrets) throw new Error('A session has two parts')
  await installation.store.sessions.create({
    ...{ ...owner, sessionId, kind: 'payment', apiVersion: 100, version: '0123456789' },
    ...{ updateStatus: 'NO_UPDATE', authenticationLimit: 5 },
    contents: { lasting: await seal(installation, lasting), secrets: await seal(installation, secrets) },
    life: { idleMs: 900_000, totalMs: 1_800_000 },
  })
  return [lasting, secrets]
}

async function sealSecret(installation: SealingInstallation, { cell, merchantId }: Owner): Promise<Thing> {
  const adding = 'insert into merchants (cell, merchant_id) values ($1, $2) on conflict do nothing'
  await installation.client.query(adding, [cell, merchantId])
  const thing: Thing = {
    ...{ purpose: 'notifications', merchantId, identity: secretIdentity('signing'), text: textOf() },
    query: "select sealed as box from merchant_secrets where merchant_id = $1 and kind = 'signing'",
    values: [merchantId],
  }
  const columns = 'cell, merchant_id, kind, slot, sealed'
  const text = `insert into merchant_secrets (${columns}) values ($1, $2, 'signing', 1, $3)`
  await installation.client.query(text, [cell, merchantId, await seal(installation, thing)])
  return thing
}

/** The secret of one-time codes of somebody who uses the console, of a merchant or above all. */
export async function sealCodes(installation: SealingInstallation, merchantId?: string): Promise<Thing> {
  const userId = randomUUID()
  const role = merchantId === undefined ? 'OPERATOR' : 'DEVELOPER'
  await installation.client.query(
    'insert into console_users (user_id, merchant_id, email, name, role) values ($1, $2, $3, $4, $5)',
    [userId, merchantId ?? null, `${userId}@example.com`, '', role],
  )
  const user = { userId, ...(merchantId !== undefined && { merchantId }) }
  const secret = randomBytes(20)
  const sealed = await totpBoxOf(installation.node).seal(user, secret)
  const text =
    'insert into console_one_time_codes (merchant_id, user_id, sealed, step) values ($1, $2, $3, 1)'
  await installation.client.query(text, [keyOwnerOf(user), userId, sealed])
  return {
    ...{ purpose: 'users', merchantId: keyOwnerOf(user), identity: totpIdentity(userId) },
    text: secret.toString('base64'),
    query: 'select sealed as box from console_one_time_codes where user_id = $1',
    values: [userId],
  }
}

/** The box as it is stored now. */
export async function boxOf(
  { client }: Pick<SealingInstallation, 'client'>,
  { query, values }: Thing,
): Promise<Buffer> {
  const { rows } = await client.query<{ box: Buffer }>(query, [...values])
  return rows[0]?.box ?? Buffer.alloc(0)
}

export async function openedBy(
  keyring: Keyring,
  { purpose, merchantId, identity }: Thing,
  box: Buffer,
): Promise<string> {
  return createMerchantBox(keyring[purpose]).open(merchantId, identity, box)
}

export async function expectAllOpen(
  installation: Pick<SealingInstallation, 'client'>,
  keyring: Keyring,
  things: readonly Thing[],
): Promise<void> {
  for (const thing of things)
    expect(await openedBy(keyring, thing, await boxOf(installation, thing))).toBe(thing.text)
}

/** The generations under which anything is sealed. */
export async function generationsFound(client: pg.Client): Promise<readonly number[]> {
  const columns = ['transactions.card', 'tokens.card', 'sessions.lasting', 'sessions.secrets']
  const others = ['merchant_secrets.sealed', 'console_one_time_codes.sealed']
  const parts = [...columns, ...others].map(name => {
    const [table, column] = name.split('.')
    const found = `get_byte(${column}, 0) * 256 + get_byte(${column}, 1)`
    return `select ${found} as found from ${table} where ${column} is not null`
  })
  const { rows } = await client.query<{ found: number }>(`${parts.join(' union ')} order by 1`)
  return rows.map(({ found }) => found)
}
