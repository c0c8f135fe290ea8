import { readFileSync } from 'node:fs'
import { projectPath } from '../../src/platform/files.ts'

type Panel = {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

/** The Grafana board of deploy/. */
export const board = (): { readonly uid: string; readonly panels: readonly Panel[] } =>
  JSON.parse(readFileSync(projectPath('deploy', 'grafana', 'tollgate.json'), 'utf8'))

/** Everything that it asks Prometheus. */
export const boardExpressions = (): readonly string[] =>
  board().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
