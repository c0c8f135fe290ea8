import type pg from 'pg'
import { appRole } from '../../../src/store/connection/pool.ts'

/**
 * The schema as text, read from the catalogue in a fixed order: what two servers print the same, is the
 * same. It is compared with golden-schema.txt beside its test, so that every change of the schema shows
 * up as a change of that page.
 */
export async function describeSchema(client: pg.ClientBase, schema = 'public'): Promise<string> {
  const sections: string[] = []
  for (const [title, query] of Object.entries(queriesOf(schema))) {
    const { rows } = await client.query<{ line: string }>(query)
    sections.push([`# ${title}`, ...rows.map(({ line }) => line)].join('\n'))
  }
  return `${sections.join('\n\n')}\n`
}

const queriesOf = (schema: string) =>
  ({
    tables: `
    select c.relname || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as line
    from pg_class c where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`,

    columns: `
    select concat_ws(' ', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
      'collate ' || nullif(l.collname, 'default'), case when a.attnotnull then 'not null' end,
      'default ' || pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation
    where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname, a.attnum`,

    // Newer servers list NOT NULL as constraints too; the columns above say it on every server.
    constraints: `
    select c.relname || ' ' || k.conname || ': ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = '${schema}'::regnamespace and k.contype <> 'n'
    order by c.relname, k.conname`,

    indexes: `
    select pg_get_indexdef(i.indexrelid) as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = '${schema}'::regnamespace
    order by c.relname`,

    sequences: `
    select concat_ws(' ', s.sequencename, s.data_type, 'from', s.start_value, 'cache', s.cache_size) as line
    from pg_sequences s where s.schemaname = '${schema}'
    order by s.sequencename`,

    functions: `
    select regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g') as line
    from pg_proc p where p.pronamespace = '${schema}'::regnamespace
    order by p.proname`,

    grants: `
    select name || ': ' || string_agg(privilege, ', ' order by privilege) as line
    from (
      select c.relname as name, lower(g.privilege_type) as privilege, g.grantee
      from pg_class c, aclexplode(c.relacl) g where c.relnamespace = '${schema}'::regnamespace
      union all
      select c.relname || '.' || a.attname, lower(g.privilege_type), g.grantee
      from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
      where c.relnamespace = '${schema}'::regnamespace
    ) as granted
    where grantee in (0, '${appRole}'::regrole)
    group by name
    order by name`,
  }) satisfies Record<string, string>
