/**
 * Metrics: plain numbers in memory, read when they are scraped. They are written during every request, so a
 * write is a few look-ups and an addition, and uses no library.
 */
export type MetricSeries = {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  /** What it measures; the documentation says the same. */
  readonly help: string
  /** Each takes few values, known beforehand: never text that callers choose. */
  readonly labels: readonly string[]
  /** Of a histogram: the upper bound of each bucket, rising. */
  readonly bounds?: readonly number[]
}

export type MetricCatalogue = Readonly<Record<string, MetricSeries>>

/** One measure for each series, under the same name. */
export type Metrics<Declared extends MetricCatalogue> = {
  readonly [name in keyof Declared]: Metric<Declared[name]['labels']>
}

export interface Metric<Labels extends readonly string[] = readonly string[]> {
  readonly series: MetricSeries
  /** Of a counter: so many more. Of a gauge: so much more or less. */
  readonly add: (by: number, ...labels: LabelValues<Labels>) => void
  /** Of a counter or gauge that is kept elsewhere: its current value. */
  readonly set: (value: number, ...labels: LabelValues<Labels>) => void
  /** Of a histogram. */
  readonly observe: (value: number, ...labels: LabelValues<Labels>) => void
  /** Drops all values: unknown is not the same as zero. */
  readonly forget: () => void
  readonly readings: () => readonly MetricReading[]
}

type LabelValues<Labels extends readonly string[]> = { readonly [index in keyof Labels]: string }

export type MetricReading = {
  readonly labels: readonly string[]
  /** Of a histogram: the sum of what was observed. */
  readonly value: number
  /** Of a histogram: how many fell into each bucket, at last what is beyond all bounds. */
  readonly counts: readonly number[]
}

/** All of it as the text that Prometheus reads. */
export type MetricExposition = { readonly contentType: string; readonly text: () => Promise<string> }

export function createMetrics<const Declared extends MetricCatalogue>(declared: Declared): Metrics<Declared> {
  const made = Object.fromEntries(Object.entries(declared).map(([name, series]) => [name, metricOf(series)]))
  const isWhole = (measures: object): measures is Metrics<Declared> =>
    Object.keys(declared).every(name => name in measures)
  if (!isWhole(made)) throw new Error('Every series has its measure')
  return made
}

function metricOf(series: MetricSeries): Metric {
  const { bounds = [] } = series
  const places = new LabelledValues(series)
  return {
    series,
    add(by, ...labels) {
      places.at(labels).value += by
    },
    set(value, ...labels) {
      places.at(labels).value = value
    },
    observe(value, ...labels) {
      const place = places.at(labels)
      let bucket = 0
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++
      place.counts[bucket] = (place.counts[bucket] ?? 0) + 1
      place.value += value
    },
    forget: () => places.clear(),
    readings: () => places.all,
  }
}

type LabelledValue = { readonly labels: readonly string[]; value: number; readonly counts: number[] }
type Branch = { readonly branches: Map<string, Branch>; place: LabelledValue | undefined }

/** Found label by label: each is a text that is there already, so that no key has to be made of them. */
class LabelledValues {
  readonly all: LabelledValue[] = []
  readonly #series: MetricSeries
  readonly #root: Branch = { branches: new Map(), place: undefined }
  /** For what is beyond the limit: a label took more values than anybody thought. */
  #others: LabelledValue | undefined

  constructor(series: MetricSeries) {
    this.#series = series
    // A counter is there from the beginning: its first rise could not be seen otherwise.
    if (series.labels.length === 0 && series.kind !== 'gauge') this.at([])
  }

  at(labels: readonly string[]): LabelledValue {
    let branch = this.#root
    for (const label of labels) {
      const known = branch.branches.get(label)
      if (known === undefined && this.all.length >= labelledValuesMax) return this.#beyond()
      const next = known ?? { branches: new Map(), place: undefined }
      if (known === undefined) branch.branches.set(label, next)
      branch = next
    }
    branch.place ??= this.#add(labels)
    return branch.place
  }

  clear(): void {
    this.all.length = 0
    this.#others = undefined
    this.#root.branches.clear()
    this.#root.place = undefined
  }

  #add(labels: readonly string[]): LabelledValue {
    const { bounds = [] } = this.#series
    const place = {
      labels: [...labels],
      value: 0,
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
    }
    this.all.push(place)
    return place
  }

  #beyond(): LabelledValue {
    this.#others ??= this.#add(this.#series.labels.map(() => 'other'))
    return this.#others
  }
}

const labelledValuesMax = 2_000
