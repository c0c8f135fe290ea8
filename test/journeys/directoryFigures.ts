import { expect } from 'vitest'
import type { TestGateway } from './gateway.ts'

/** Counts of the traffic with directory servers: by metric, and the values of its labels. */
type Figures = ReadonlyMap<string, number>

export async function directoryFigures({ port }: Pick<TestGateway, 'port'>): Promise<Figures> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  const lines = (await answer.text()).matchAll(figure)
  return new Map(
    [...lines].map(([, name, labels = '', value]) => {
      const words = [...labels.matchAll(/="([^"]*)"/g)].map(([, word]) => word)
      return [[name, ...words].join(' '), Number(value)]
    }),
  )
}

const names = ['directory_results_total', 'directory_errors_total', 'challenge_returns_total']
const figure = new RegExp(
  `^tollgate_(${names.join('|')}|directory_answer_\\w+_count)\\{(.*)\\} (\\d+)$`,
  'gm',
)

/** What has been counted since. */
export const changesOf = (before: Figures, now: Figures): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...now].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0)
      return more === 0 ? [] : [[name, more]]
    }),
  )
