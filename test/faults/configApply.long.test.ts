import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordinaryProfile } from '../../src/orders/merchant.ts'
import { type Administrator, granted, openAdministrator } from '../journeys/administrator.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { inProduction, sharedDatabase } from './nodeSettings.ts'
import { asked, type } from './tollgateProcess.ts'

const { database } = sharedDatabase(undefined, {})
let folder = ''
let operator: Administrator
let holder: pg.Client
beforeAll(async () => {
  folder = await reachableFolder('config-apply')
  operator = await openAdministrator(database().logins, { usualProfile: ordinaryProfile })
  holder = new pg.Client(database().config)
  await holder.connect()
})
afterAll(async () => {
  await holder?.end()
  await operator?.close()
  await rm(folder, { recursive: true, force: true })
})

const rule = {
  ...{ id: 'large', name: 'Large amounts', recommendation: 'REVIEW' as const, stage: 'BEFORE' as const },
  when: { amount: [{ currency: 'USD' as const, above: '500.00' }] },
}
const wanted = {
  format: 1,
  merchants: {
    FIRST: { profile: { captureExcessPercent: 5 }, risk: { rules: {} } },
    SECOND: { profile: { captureExcessPercent: 5, standing: 'SUSPENDED' }, risk: { rules: {} } },
    THIRD: { profile: { shopName: 'Third' } },
  },
}
/** Who waits for the rows that are held here; pg_stat_activity would stay as it was when they were taken. */
const waitingStatement = `
select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`
const waiting = async () => (await holder.query(waitingStatement)).rows.length

test('what is killed between two changes goes on with the next: each is made once', async () => {
  const settings = {
    ...{ ...inProduction(folder, database()), ...database().settings },
    TOLLGATE_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  }
  expect(await asked('migrate', settings)).toMatchObject({ code: 0 })
  for (const merchantId of ['FIRST', 'SECOND']) {
    granted(await operator.merchants.add({ merchantId, settings: ['refundExcessPercent=9'] }))
    granted(await operator.risk.save({ merchantId }, rule))
  }
  const before = granted(await operator.audit.list({})).length
  const file = join(folder, 'wanted.json')
  await writeFile(file, JSON.stringify(wanted))
  const apply = `config apply ${file} --yes --prune`

  await holder.query('begin')
  await holder.query("select from merchants where merchant_id = 'SECOND' for update")
  const killed = type(apply, settings)
  const early = killed.ended.then(({ output, errors }) => expect.unreachable(`${output}${errors}`))
  await Promise.race([early, expect.poll(waiting, { timeout: 20_000 }).toBe(1)])
  killed.child.kill('SIGKILL')
  expect((await killed.ended).code).toBeNull()
  await holder.query('commit')
  await expect.poll(waiting).toBe(0)
  const done = granted(await operator.audit.list({})).length - before
  expect(done).toBeGreaterThan(0)
  expect(granted(await operator.merchants.show('SECOND')).profile.refundExcessPercent).toBe(9)

  expect(await asked(apply, settings)).toMatchObject({ code: 0 })
  expect(await asked(`config plan ${file} --prune`, settings)).toMatchObject({ code: 0 })
  for (const [merchantId, standing] of [
    ['FIRST', 'OPEN'],
    ['SECOND', 'SUSPENDED'],
  ] as const) {
    const { profile } = granted(await operator.merchants.show(merchantId))
    expect(profile).toEqual({ ...ordinaryProfile, captureExcessPercent: 5, standing })
    expect(granted(await operator.risk.rules({ merchantId })).rules).toEqual([])
  }
  const entries = granted(await operator.audit.list({})).slice(0, -before)
  expect(entries.map(({ action, merchantId }) => `${merchantId} ${action}`).toSorted()).toEqual([
    ...['FIRST profile.change', 'FIRST risk.rule.remove'],
    ...['SECOND merchant.suspend', 'SECOND profile.change', 'SECOND risk.rule.remove'],
    ...['THIRD merchant.add', 'THIRD password.add'],
  ])
  expect(done).toBeLessThan(entries.length)
  expect(await asked('audit verify', settings)).toMatchObject({ code: 0 })
})
