import { readFileSync } from 'node:fs'
import { projectPath } from '../../src/platform/files.ts'
import { boardExpressions } from './board.ts'

/** What a running Prometheus finds wrong with deploy/: rules, targets, series that nobody measures. */
export async function checkWatch(port: number): Promise<readonly string[]> {
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    return JSON.parse(await answer.text())
  }
  const { data: targets } = await ask('targets')
  const away = targets.activeTargets.filter(({ health }: { health: string }) => health !== 'up')
  const { data: rules } = await ask('rules')
  const loaded: readonly { name: string; health: string; lastError?: string }[] = rules.groups.flatMap(
    (group: { rules: unknown }) => group.rules,
  )
  const { data: known } = await ask('metadata')
  const text = readFileSync(projectPath('deploy', 'prometheus', 'tollgate-alerts.yml'), 'utf8')
  const named = [text, ...boardExpressions()].flatMap(each => metricsIn(each))
  const failed: string[] = []
  for (const expression of boardExpressions()) {
    const { status, error } = await ask(`query?query=${encodeURIComponent(filledVariables(expression))}`)
    if (status !== 'success') failed.push(`${expression}: ${error}`)
  }
  return [
    ...away.map(
      (target: { scrapeUrl: string; lastError: string }) => `${target.scrapeUrl} ${target.lastError}`,
    ),
    ...(targets.activeTargets.length === 9 ? [] : [`${targets.activeTargets.length} targets instead of 9`]),
    ...(loaded.length === (text.match(/- alert:/g) ?? []).length
      ? []
      : [`${loaded.length} rules are loaded`]),
    ...loaded.filter(({ health }) => health !== 'ok').map(rule => `rule ${rule.name}: ${rule.lastError}`),
    ...[...new Set(named)].filter(name => !(name in known)).map(name => `nobody measures ${name}`),
    ...failed,
  ]
}

/** The names of metrics in an expression, those of a histogram without its endings. */
export const metricsIn = (text: string): readonly string[] =>
  (text.match(/\b(?:tollgate|patroni|haproxy|etcd|nodejs|process)_[a-z0-9_]+\b/g) ?? [])
    .filter(name => name !== 'tollgate_app')
    .map(name => name.replace(/_(?:bucket|count|sum)$/, ''))

/** As the board asks when it is opened. */
const filledVariables = (expression: string): string => expression.replaceAll('$__rate_interval', '1m')
