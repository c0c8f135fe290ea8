import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's packages, and the programs of each that are started here. */
const packages = {
  patroni: ['patroni'],
  'etcd-server': ['etcd'],
  haproxy: ['haproxy'],
  pgbouncer: ['pgbouncer'],
  prometheus: ['prometheus', 'promtool'],
  openssl: ['openssl'],
  'postgresql-15': ['/usr/lib/postgresql/15/bin/postgres'],
} as const

export type ProgramName = (typeof packages)[keyof typeof packages][number]

/** Daemons are not in everybody's PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']

export function programNamed(name: ProgramName): string {
  const path = pathOf(name)
  if (path === undefined) throw new Error(`There is no ${name} on this machine`)
  return path
}

/** The packages that are not installed. */
export function missingPackages(): readonly string[] {
  return Object.entries(packages).flatMap(([name, programs]) =>
    programs.every(program => pathOf(program) !== undefined) ? [] : [name],
  )
}

function pathOf(name: ProgramName): string | undefined {
  const candidates = name.startsWith('/') ? [name] : folders.map(folder => join(folder, name))
  return candidates.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
