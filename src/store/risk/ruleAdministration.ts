// Risk rules and lists, as people change them.

import type pg from 'pg'
import type { AdministrationStore, RiskListEntry } from '../../administration/port.ts'
import { listKinds, listNames } from '../../risk/rule.ts'
import type { AuditedChange, ChangeQuery } from '../administration/change.ts'
import { knownWord, read } from '../connection/statement.ts'

type RiskMethods = Pick<
  AdministrationStore,
  'riskRules' | 'changeRiskRules' | 'riskListEntries' | 'addRiskListEntry' | 'removeRiskListEntry'
>

/** Every change takes a number while the audit log is locked, by which nodes notice it. */
export function createRiskAdministration(pool: pg.Pool, change: AuditedChange): RiskMethods {
  return {
    async riskRules(scope) {
      const [row] = await read<RuleSetRow>(pool, findStatement, [scope])
      return row && { content: row.content, changedAtMs: Number(row.changed_ms) }
    },

    changeRiskRules: (scope, decide) =>
      change(async ask => {
        const [row] = await ask<RuleSetRow>(findStatement, [scope])
        const { result, change: decided } = decide(row?.content)
        if (!decided) return { result, entries: [] }
        await ask(setStatement, [scope, decided.content])
        return { result, entries: [decided.entry] }
      }),

    async riskListEntries({ scope, list, after = null, limit }) {
      return (await read<EntryRow>(pool, listStatement, [scope, list, after, limit])).map(entryOf)
    },

    addRiskListEntry: (scope, { list, kind, value, shown, note, addedBy }, { entry, max }) =>
      change(async ask => {
        const [counted] = await ask<{ count: string }>(countStatement, [scope])
        if (Number(counted?.count ?? 0) >= max) return { result: undefined, entries: [] }
        await touch(ask, scope)
        const [row] = await ask<EntryRow>(addStatement, [scope, list, kind, value, shown, note, addedBy])
        if (!row) throw new Error('An entry that was added is returned')
        return { result: entryOf(row), entries: [entry] }
      }),

    removeRiskListEntry: (scope, { list, id }, entry) =>
      change(async ask => {
        const [row] = await ask<EntryRow>(removeStatement, [scope, list, id])
        if (!row) return { result: undefined, entries: [] }
        await touch(ask, scope)
        const removed = entryOf(row)
        return { result: removed, entries: [entry(removed)] }
      }),
  }
}

/** Nodes read the lists of a scope whose rules have a new number. */
const touch = (ask: ChangeQuery, scope: string) => ask(touchStatement, [scope])

type RuleSetRow = { readonly content: string; readonly changed_ms: string }

type EntryRow = {
  readonly entry_no: string
  readonly list: string
  readonly kind: string
  readonly shown: string
  readonly note: string
  readonly added_by: string
  readonly added_ms: string
}

const entryOf = (row: EntryRow): RiskListEntry => ({
  id: row.entry_no,
  list: knownWord(listNames, row.list),
  kind: knownWord(listKinds, row.kind),
  shown: row.shown,
  note: row.note,
  addedBy: row.added_by,
  addedAtMs: Number(row.added_ms),
})

const findStatement = {
  name: 'show risk rules',
  text: `
select content, floor(extract(epoch from changed_at) * 1000) as changed_ms from risk_rule_sets
where merchant_id = $1`,
}

const setStatement = {
  name: 'set risk rules',
  text: `
insert into risk_rule_sets as r (merchant_id, change_no, content, changed_at)
values ($1, nextval('risk_changes'), $2, tollgate_now())
on conflict (merchant_id) do update
  set change_no = excluded.change_no, content = excluded.content, changed_at = excluded.changed_at`,
}

const touchStatement = {
  name: 'touch risk rules',
  text: `
insert into risk_rule_sets as r (merchant_id, change_no, content, changed_at)
values ($1, nextval('risk_changes'), '{"rules":[]}', tollgate_now())
on conflict (merchant_id) do update
  set change_no = excluded.change_no, changed_at = excluded.changed_at`,
}

/** Without the value, which of a card is its hash. */
const columns = `entry_no, list, kind, shown, note, added_by,
  floor(extract(epoch from added_at) * 1000) as added_ms`

/** A page by key, the newest first. */
const listStatement = {
  name: 'list risk entries',
  text: `
select ${columns} from risk_list_entries
where merchant_id = $1 and list = $2
  and ($3::int8 is null or entry_no < $3::int8)
order by entry_no desc limit $4`,
}

const countStatement = {
  name: 'count risk entries',
  text: 'select count(*) from risk_list_entries where merchant_id = $1',
}

const addStatement = {
  name: 'add risk entry',
  text: `
insert into risk_list_entries as e (merchant_id, list, kind, value, shown, note, added_by, added_at)
values ($1, $2, $3, $4, $5, $6, $7, tollgate_now())
on conflict (merchant_id, list, kind, value) do update
  set shown = excluded.shown, note = excluded.note, added_by = excluded.added_by,
    added_at = excluded.added_at
returning ${columns}`,
}

const removeStatement = {
  name: 'remove risk entry',
  text: `
delete from risk_list_entries where merchant_id = $1 and list = $2 and entry_no = $3::int8
returning ${columns}`,
}
