import { randomBytes } from 'node:crypto'
import type { ArchiveAdministration } from '../../../src/administration/archives/archives.ts'
import type { AuditAction, NewAuditEntry } from '../../../src/administration/port.ts'
import type { Intent } from '../../../src/operations/model/journal.ts'
import { again, delivered, wanting } from '../../notifications/world.ts'
import type { MovingShop, MovingWorld } from './movingWorld.ts'
import { sampleAmendment, sampleClosing, sampleExchange, sampleSilence } from './sampleIntent.ts'

/** A merchant that has something in each table, and what is known of it. */
export type FilledMerchant = {
  readonly shop: MovingShop
  readonly archived: Intent
  readonly erased: Intent
  /** Approved, counted by risk rules, waiting for a review; its payer saved the card and gets a receipt. */
  readonly paid: Intent
  /** Each has to be reversed. */
  readonly owed: Intent
  readonly answered: Intent
}

const dayMs = 86_400_000
const retentionDays = 35

/** By what the product does, in the time that it takes: an archive needs an order whose term is over. */
export async function fillMerchants(
  world: MovingWorld,
  shops: readonly MovingShop[],
  { archives, folder }: { readonly archives: ArchiveAdministration; readonly folder: string },
): Promise<readonly FilledMerchant[]> {
  const old: Intent[] = []
  for (const shop of shops) {
    await giveCredentials(world, shop)
    old.push(await shop.recorded())
  }
  await world.takeIn()
  const told = await world.notifications.claim(wanting())
  await world.notifications.record(told.map(delivered))
  await world.advance((retentionDays + 5) * dayMs)
  const filled: FilledMerchant[] = []
  for (const [index, shop] of shops.entries()) {
    await archives.run(shop.merchantId, { folder })
    const [archived, others] = [old[index], await pay(shop, world)]
    if (archived) filled.push({ shop, archived, ...others })
  }
  await world.takeIn()
  for (const merchant of filled) {
    await erase(world, merchant)
    await keepForPayer(world, merchant)
    await keepForPeople(world, merchant)
  }
  // One notification of each was tried, the others never were.
  const tried = await world.notifications.claim(wanting({ perMerchant: 1 }))
  await world.notifications.record(tried.map(claim => again(claim, 0)))
  return filled
}

/** The last thing that happens before a move: nothing waits for it, and it is no notification yet. */
export async function answerLate({ store }: MovingWorld, { answered }: FilledMerchant): Promise<void> {
  await store.journal.amend(sampleAmendment(answered, 2))
}

const entryOf = (action: AuditAction, { merchantId }: MovingShop): NewAuditEntry => ({
  ...{ actor: 'ada@office', action, merchantId, details: {} },
})

/** What hangs on the merchant's own row. */
async function giveCredentials({ store }: MovingWorld, shop: MovingShop): Promise<void> {
  const administration = store.administration(() => Buffer.alloc(32))
  const notificationUrl = 'https://shop.example/told'
  await administration.changeProfile(shop.merchantId, () => ({
    settings: { notifications: true, notificationUrl, retentionDays },
    entry: entryOf('profile.change', shop),
  }))
  const certificate = { keyHash: keyHashOf(shop), subject: 'CN=shop', notAfterMs: Date.UTC(2040, 0) }
  await administration.bindCertificate(shop.owner, certificate, entryOf('certificate.bind', shop))
  const secret = { kind: 'signing', sealed: randomBytes(60) } as const
  await administration.addSecret(shop.owner, secret, entryOf('secret.add', shop))
  await administration.changeDirectoryMerchant(shop.owner, 'directory', () => ({
    result: undefined,
    change: { content: '{"acquirerBin":"400000"}', entry: entryOf('directoryMerchant.set', shop) },
  }))
}

async function pay(shop: MovingShop, { store }: MovingWorld) {
  const paid = shop.intentOf({ counts: countsOf(shop) })
  await store.journal.begin(paid)
  await store.riskReviews.expect({ ...paid.key, transactionId: paid.transactionId })
  await store.receipts.promise({
    ...{ ...paid.key, checkout: 'abcdef01', shopName: 'Shop', locale: 'en' },
    ...{ amount: '100.00', currency: 'USD' },
  })
  await store.journal.close(sampleClosing(paid, 1))
  const silence = (intent: Intent, fence: number) =>
    ({ ...sampleSilence(intent, fence), obligation: 'reversal' }) as const
  const [owed, answered] = [await shop.recorded(silence), await shop.recorded(silence)]
  await store.journal.note({
    ...{ key: owed.key, transactionId: owed.transactionId },
    ...{ kind: 'reversal', attempt: 1, content: sampleExchange },
  })
  return { paid, owed, answered, erased: await shop.recorded() }
}

async function erase({ store }: MovingWorld, { shop, erased }: FilledMerchant): Promise<void> {
  await store
    .administration(() => Buffer.alloc(32))
    .payers.erase(shop.owner, {
      ...{ orderIds: [erased.key.orderId], actor: 'ada@office' },
      entry: () => entryOf('payer.erase', shop),
    })
}

async function keepForPayer({ store }: MovingWorld, { shop, paid }: FilledMerchant): Promise<void> {
  const { owner } = shop
  await store.sessions.create({
    ...{ ...owner, sessionId: sessionIdOf(shop), kind: 'payment', apiVersion: 100, version: '0123456789' },
    ...{ updateStatus: 'NO_UPDATE', authenticationLimit: 5, contents: { lasting: randomBytes(30) } },
    life: { idleMs: dayMs, totalMs: dayMs },
  })
  const kept = { cardHash: cardHashOf(shop), card: randomBytes(60), isForPayers: true }
  await store.tokens.put(owner, { token, kind: 'CARD', ...kept }, 'any')
  await store.savedCards.save(owner, { payer: payerOf(shop), token, orderId: paid.key.orderId }, 5)
}

async function keepForPeople({ store }: MovingWorld, { shop, paid }: FilledMerchant): Promise<void> {
  const { merchantId, owner } = shop
  const call = { atMs: Date.UTC(2030, 0), method: 'PUT', path: '/order/{orderId}', version: 100 }
  const answer = { orderId: paid.key.orderId, status: 201, ms: 12 }
  await store.requestLog.append([{ ...owner, calls: [{ ...call, ...answer }] }])
  await store.savedFilters.save('user', merchantId, { name: 'Large', query: 'amountFrom=1000' })
}

export const token = '9123450000000001'
/** Of each merchant its own. */
const bytesOf = ({ merchantId }: MovingShop, length: number): Buffer => Buffer.alloc(length, merchantId)
export const payerOf = (shop: MovingShop): Buffer => bytesOf(shop, 32)
export const cardHashOf = (shop: MovingShop): Buffer => bytesOf(shop, 32)
export const keyHashOf = (shop: MovingShop): Buffer => bytesOf(shop, 32)
export const sessionIdOf = ({ merchantId }: MovingShop): string =>
  `SESSION${merchantId.slice(5).toUpperCase().padStart(24, '0')}`
/** What each attempt of the same payer adds. */
export const countsOf = (shop: MovingShop) => [{ key: bytesOf(shop, 16), slotMs: 5_000_000, amount: 10_000n }]
