import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { movingShops } from '../../../test/support/store/movingShops.ts'
import { sampleAmendment, sampleClosing, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import type { MoveStore } from '../../administration/moves/port.ts'

const at = movingShops()

describe('a command that is killed', () => {
  /** Dies before the step or after it, and then does nothing more. */
  function dyingAt(step: keyof MoveStore, isAfter: boolean): MoveStore {
    let isDead = false
    const die = () => {
      isDead = true
      throw new Error('killed')
    }
    const wrap =
      <Given extends readonly unknown[], Result>(
        name: keyof MoveStore,
        work: (...given: Given) => Promise<Result>,
      ) =>
      async (...given: Given) => {
        if (isDead || (name === step && !isAfter)) die()
        const result = await work(...given)
        if (name === step) die()
        return result
      }
    return {
      prospect: wrap('prospect', at.world.moves.prospect),
      announce: wrap('announce', at.world.moves.announce),
      close: wrap('close', at.world.moves.close),
      underWay: wrap('underWay', at.world.moves.underWay),
      carry: wrap('carry', at.world.moves.carry),
      isCarried: wrap('isCarried', at.world.moves.isCarried),
      callOff: wrap('callOff', at.world.moves.callOff),
      gather: wrap('gather', at.world.moves.gather),
    }
  }

  const steps = ['prospect', 'announce', 'close', 'underWay', 'carry', 'gather'] as const
  const deaths = steps.flatMap(step =>
    [false, true].map(isAfter => [isAfter ? 'after' : 'before', step] as const),
  )

  test.each(deaths)(
    '%s the step %s is run again, and the merchant is served meanwhile',
    async (when, step) => {
      const intent = await at.shop.recorded()
      await at.world.takeIn()
      // Where it dies before its rows are moved, nodes wait for the end of its pause.
      const pauseMs = step === 'gather' || step === 'carry' ? 4_000 : 300
      const dying = at.world.administration({ moves: dyingAt(step, when === 'after') })
      await expect(dying.move(at.shop.merchantId, { to: 7, pauseMs })).rejects.toThrow('killed')
      at.shop.forget()
      // Nodes call it off by themselves once its time is over.
      await expect.poll(() => at.shop.home().catch(() => undefined), { timeout: 20_000 }).toBeTypeOf('number')
      const cell = (await at.shop.home()) ?? 0
      expect(await at.world.store.journal.load({ ...intent.key, cell })).toMatchObject({
        transactions: [{ id: '1' }],
      })
      expect(
        await at.world.store.journal.begin(
          at.shop.intentOf({ key: { ...at.shop.owner, cell, orderId: 'next' } }),
        ),
      ).toMatchObject({
        state: 'started',
      })
      const next = at.shop.intentOf({ key: { ...at.shop.owner, cell, orderId: 'next' } })
      await at.world.store.journal.close(sampleClosing(next, 1))
      expect(await at.shop.moveTo(7)).toMatchObject({ cell: 7 })
      expect(await at.shop.rowsIn(1)).toEqual({})
      expect(await at.shop.rowsIn(7)).toMatchObject({ orders: 2, outcomes: 2, transactions: 2 })
      await at.world.takeIn()
      await at.world.expectFiguresToAddUp()
    },
  )

  test('while rows are on their way leaves all of them where they were', async () => {
    await at.shop.recorded()
    await at.world.takeIn()
    const before = await at.shop.rowsIn(1)
    const { moving, holder } = await moveHeldUp()
    const killed = moving.then(
      () => 'moved',
      () => 'killed',
    )
    at.shop.forget()
    await expect(at.world.store.merchants.find(at.shop.merchantId)).rejects.toThrow('being moved')
    const [pid] = await waitingMoves()
    await at.world.owner.query('select pg_terminate_backend($1)', [pid])
    expect(await killed).toBe('killed')
    await holder.end()
    expect(await at.shop.rowsIn(1)).toEqual(before)
    expect(await at.shop.rowsIn(7)).toEqual({})
    expect(await at.shop.moveTo(7)).toMatchObject({ cell: 7, orders: 1 })
    await at.world.expectFiguresToAddUp()
  })

  /** Somebody holds one of the last rows, so that it waits in the middle. */
  async function moveHeldUp() {
    const holder = new pg.Client(at.world.database.config)
    await holder.connect()
    const held = 'select from figure_sums where cell = 1 and merchant_id = $1 for update'
    const slow: MoveStore = {
      ...at.world.moves,
      async carry(...given) {
        await holder.query('begin')
        await holder.query(held, [at.shop.merchantId])
        return at.world.moves.carry(...given)
      },
    }
    const moving = at.world
      .administration({ moves: slow })
      .move(at.shop.merchantId, { to: 7, pauseMs: 20_000 })
    await expect.poll(() => waitingMoves()).toHaveLength(1)
    return { moving, holder }
  }

  test('an amendment that meets rows on their way leaves nothing behind, and is made again', async () => {
    const silent = await at.shop.recorded((intent, fence) => ({
      ...sampleSilence(intent, fence),
      obligation: 'reversal',
    }))
    const paid = await at.shop.recorded()
    await at.world.takeIn()
    const { moving, holder } = await moveHeldUp()
    const remark = { ...sampleAmendment(paid, 2), isRemark: true } as const
    const amending = at.world.store.journal.amend(remark).catch(() => undefined)
    await sleep(300)
    await holder.end()
    expect(await moving).toMatchObject({ cell: 7, orders: 2 })
    expect(await amending).toBeUndefined()
    expect(await at.shop.rowsIn(1)).toEqual({})
    const again = { ...sampleAmendment(silent, 2), key: { ...silent.key, cell: 7 } }
    expect(await at.world.store.journal.amend(again)).toMatchObject({ state: 'amended' })
  })

  async function waitingMoves(): Promise<readonly number[]> {
    const { rows } = await at.world.owner.query<{ pid: number }>(
      `select pid from pg_stat_activity
      where application_name = 'tollgate-moves' and wait_event_type = 'Lock'`,
    )
    return rows.map(({ pid }) => pid)
  }
})
