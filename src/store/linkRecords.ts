// What nodes write down about their links to acquirers; see acquirers/routing/linkRecords.ts.

import type pg from 'pg'
import { type LinkRecords, linkEventsMax } from '../acquirers/routing/linkRecords.ts'
import { repeatable, runOnce } from './connection/statement.ts'

/** The reports of a node are found by its id; commands have none to withdraw. */
export function createLinkRecords(pool: pg.Pool, nodeId: string): LinkRecords {
  return {
    async report(reports) {
      const links = reports.map(({ link }) => link)
      const contents = reports.map(({ content }) => content)
      await repeatable(pool, reportStatement, [nodeId, links, contents])
    },
    async withdraw() {
      await repeatable(pool, withdrawStatement, [nodeId])
    },
    async add(events) {
      await runOnce(pool, addStatement, [
        nodeId,
        events.map(({ link }) => link),
        events.map(({ what }) => what),
        events.map(({ atMs }) => atMs / 1_000),
        events.map(({ content }) => content),
      ])
      await repeatable(pool, forgetStatement, [linkEventsMax])
    },
    async reports() {
      const rows = await repeatable<ReportRow>(pool, reportsStatement, [])
      return rows.map(({ node_id, link, content, age_ms }) => ({
        ...{ nodeId: node_id, link, content, ageMs: Number(age_ms) },
      }))
    },
    async events({ link, limit }) {
      const rows = await repeatable<EventRow>(pool, eventsStatement, [link ?? null, limit])
      return rows.map(({ node_id, at_ms, ...event }) => ({ ...event, nodeId: node_id, atMs: Number(at_ms) }))
    },
  }
}

type ReportRow = {
  readonly node_id: string
  readonly link: string
  readonly content: string
  readonly age_ms: string
}
type EventRow = {
  readonly node_id: string
  readonly link: string
  readonly what: string
  readonly at_ms: string
  readonly content: string
}

/** A link that is not configured any more goes with it, and so does what a node left behind that crashed. */
const reportStatement = {
  name: 'report links',
  text: `
with gone as (
  delete from link_reports
  where node_id = $1::uuid and link <> all ($2::text[]) or reported_at < clock_timestamp() - interval '1 day'
)
insert into link_reports (node_id, link, content)
select $1::uuid, r.link, r.content from unnest($2::text[], $3::text[]) as r (link, content)
on conflict (node_id, link) do update set content = excluded.content, reported_at = clock_timestamp()`,
}

const withdrawStatement = {
  name: 'withdraw links',
  text: 'delete from link_reports where node_id = $1::uuid',
}

const addStatement = {
  name: 'add link events',
  text: `
insert into link_events (node_id, link, what, happened_at, content)
select $1::uuid, e.link, e.what, to_timestamp(e.at), e.content
from unnest($2::text[], $3::text[], $4::float8[], $5::text[]) as e (link, what, at, content)`,
}

const forgetStatement = {
  name: 'forget link events',
  text: `
delete from link_events where event_no <= (
  select event_no from link_events order by event_no desc offset $1::int4 limit 1
)`,
}

const reportsStatement = {
  name: 'link reports',
  text: `
select node_id, link, content, extract(epoch from clock_timestamp() - reported_at)::float8 * 1000 as age_ms
from link_reports order by link, node_id`,
}

const eventsStatement = {
  name: 'link events',
  text: `
select node_id, link, what, extract(epoch from happened_at)::float8 * 1000 as at_ms, content
from link_events where $1::text is null or link = $1::text
order by event_no desc limit $2::int4`,
}
