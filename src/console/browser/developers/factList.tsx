import type { ReactNode } from 'react'

type FactListProps = { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }

/** What something is: names and values, one below the other. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="devFacts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
