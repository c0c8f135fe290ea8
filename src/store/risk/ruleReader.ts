// Risk rules as running gateways read them: all of them in memory, and once a second what has changed. A
// payment reads nothing.

import type pg from 'pg'
import { BoundedMap } from '../../platform/boundedMap.ts'
import { errorMessage } from '../../platform/errors.ts'
import { type CompiledRules, compileIssuers, compileRules, type RuleScope } from '../../risk/assess.ts'
import type { RiskListing } from '../../risk/facts.ts'
import type { RiskLists, RiskRules } from '../../risk/port.ts'
import { readRuleSet } from '../../risk/ruleSets.ts'
import { read } from '../connection/statement.ts'

export type RiskRuleReader = RiskRules &
  RiskLists & {
    /** Reads what has changed now. */
    refresh(): Promise<void>
    /** Reads everything, then once a second what has changed. Returns how to stop that. */
    start(warn: (reason: string) => void): Promise<() => Promise<void>>
  }

/** The name under which the rules of the gateway itself are stored. */
const gatewayScope = ''

const everyMs = 1_000
const compiledMax = 10_000

export function createRiskRuleReader(pool: pg.Pool): RiskRuleReader {
  const memory = new RuleMemory()

  async function refresh(): Promise<void> {
    const [row] = await read<{ newest: string }>(pool, newestStatement, [])
    const newest = Number(row?.newest ?? 0)
    if (newest === memory.newest) return
    // The tables of a sandbox were emptied.
    if (newest < memory.newest) memory.forgetAll()
    for (;;) {
      const rows = await read<RuleSetRow>(pool, changedStatement, [memory.newest])
      const entries = await read<EntryRow>(pool, entriesStatement, [rows.map(each => each.merchant_id)])
      memory.takeIn(rows, entries)
      if (rows.length < pageSize) return
    }
  }

  return {
    rulesFor: merchantId => memory.rulesFor(merchantId),
    listingFor: merchantId => memory.listingFor(merchantId ?? gatewayScope),
    issuerCountryOf: digits => memory.issuerCountryOf(digits),
    refresh,
    async start(warn) {
      const tell = () => memory.takeTroubles().forEach(warn)
      await refresh()
      tell()
      let running: Promise<void> = Promise.resolve()
      let isUnderWay = false
      const timer = setInterval(() => {
        if (isUnderWay) return
        isUnderWay = true
        // A database that is away is told of by others; until it is back, the rules stay as they are.
        running = refresh()
          .then(tell, () => undefined)
          .finally(() => {
            isUnderWay = false
          })
      }, everyMs).unref()
      return async () => {
        clearInterval(timer)
        await running
      }
    },
  }
}

/** What this node knows: the rules of every scope that has any, and those compiled for merchants who pay. */
class RuleMemory {
  readonly #scopes = new Map<string, RuleScope>()
  readonly #compiled = new BoundedMap<string, CompiledRules | undefined>(compiledMax)
  #issuers: RiskLists['issuerCountryOf'] | undefined
  #troubles: string[] = []
  newest = 0

  takeIn(rows: readonly RuleSetRow[], entries: readonly EntryRow[]): void {
    for (const { merchant_id, change_no, content } of rows) {
      const listed = new Set(entries.filter(one => one.merchant_id === merchant_id).map(nameOfEntry))
      const listing: RuleScope['listing'] = (list, kind, value) => listed.has(`${list} ${kind} ${value}`)
      try {
        this.#scopes.set(merchant_id, { set: readRuleSet(content), listing })
      } catch (error) {
        // The rules before them stay: a rule that is read in part would be another rule.
        this.#troubles.push(errorMessage(error))
      }
      this.newest = Number(change_no)
    }
    if (rows.length > 0) this.#forgetCompiled()
  }

  #forgetCompiled(): void {
    this.#compiled.clear()
    this.#issuers = undefined
  }

  rulesFor(merchantId: string): CompiledRules | undefined {
    if (this.#scopes.size === 0) return undefined
    const gateway = this.#scopes.get(gatewayScope)
    const merchant = this.#scopes.get(merchantId)
    if (!gateway && !merchant) return undefined
    if (!this.#compiled.has(merchantId)) this.#compiled.set(merchantId, compileRules({ gateway, merchant }))
    return this.#compiled.get(merchantId)
  }

  listingFor(scope: string): RiskListing {
    return this.#scopes.get(scope)?.listing ?? (() => false)
  }

  issuerCountryOf(digits: string): string | undefined {
    this.#issuers ??= compileIssuers(this.#scopes.get(gatewayScope)?.set.issuerRanges ?? [])
    return this.#issuers(digits)
  }

  forgetAll(): void {
    this.newest = 0
    this.#scopes.clear()
    this.#forgetCompiled()
  }

  takeTroubles(): readonly string[] {
    const troubles = this.#troubles
    this.#troubles = []
    return troubles
  }
}

type RuleSetRow = { readonly merchant_id: string; readonly change_no: string; readonly content: string }
type EntryRow = {
  readonly merchant_id: string
  readonly list: string
  readonly kind: string
  readonly value: string
}

const nameOfEntry = ({ list, kind, value }: EntryRow): string => `${list} ${kind} ${value}`

const pageSize = 200

const newestStatement = {
  name: 'newest risk rules',
  text: 'select coalesce(max(change_no), 0) as newest from risk_rule_sets',
}

const changedStatement = {
  name: 'changed risk rules',
  text: `
select merchant_id, change_no, content from risk_rule_sets
where change_no > $1::int8 order by change_no limit ${pageSize}`,
}

const entriesStatement = {
  name: 'risk lists',
  text: 'select merchant_id, list, kind, value from risk_list_entries where merchant_id = any($1::text[])',
}
