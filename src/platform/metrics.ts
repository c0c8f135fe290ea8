// Metrics: plain numbers in memory, read when they are scraped. They are written during every request, so a
// write is a few look-ups and an addition, and uses no library. prometheus.ts writes them as text.

export type MetricSeries = {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** For gauges, where a node has several processes: what becomes of the values of each. */
  readonly ofWorkers?: 'sum' | 'max' | 'min'
  readonly name: string
  /** What it measures; also the text of the documentation. */
  readonly help: string
  /** Each has few values, known beforehand: never text that callers choose. */
  readonly labels: readonly string[]
  /** For histograms: the upper bound of each bucket, ascending. */
  readonly bounds?: readonly number[]
}

export type MetricCatalogue = Readonly<Record<string, MetricSeries>>

/** One metric for each declared series, under the same name. */
export type Metrics<Declared extends MetricCatalogue> = {
  readonly [name in keyof Declared]: Metric<Declared[name]['labels']>
}

export interface Metric<Labels extends readonly string[] = readonly string[]> {
  readonly series: MetricSeries
  /** Increments a counter, or changes a gauge. */
  readonly add: (by: number, ...labels: LabelValues<Labels>) => void
  /** Sets a counter or gauge whose value is kept elsewhere. */
  readonly set: (value: number, ...labels: LabelValues<Labels>) => void
  /** Adds an observation to a histogram. */
  readonly observe: (value: number, ...labels: LabelValues<Labels>) => void
  /** Removes all values, because unknown is not the same as zero. */
  readonly forget: () => void
  readonly readings: () => readonly MetricReading[]
}

type LabelValues<Labels extends readonly string[]> = { readonly [index in keyof Labels]: string }

export type MetricReading = {
  readonly labels: readonly string[]
  /** For histograms: the sum of the observations. */
  readonly value: number
  /** For histograms: the observations in each bucket; the last is for those beyond all bounds. */
  readonly counts: readonly number[]
}

/** All metrics in the text format of Prometheus. */
export type MetricExposition = { readonly contentType: string; readonly text: () => Promise<string> }

/** The same of one process among several: what it measured, to be added to what the others did. */
export type ProcessExposition = MetricExposition & { readonly readings: () => Promise<ProcessReadings> }

/** Plain data, which one process can send to another. */
export type ProcessReadings = readonly ReadSeries[]
type ReadSeries = { readonly name: string; readonly type: unknown }

export function createMetrics<const Declared extends MetricCatalogue>(declared: Declared): Metrics<Declared> {
  const made = Object.fromEntries(Object.entries(declared).map(([name, series]) => [name, metricOf(series)]))
  const isWhole = (measures: object): measures is Metrics<Declared> =>
    Object.keys(declared).every(name => name in measures)
  if (!isWhole(made)) throw new Error('Every series has its measure')
  return made
}

function metricOf(series: MetricSeries): Metric {
  const { bounds = [] } = series
  const values = new LabelledValues(series)
  return {
    series,
    add(by, ...labels) {
      values.at(labels).value += by
    },
    set(value, ...labels) {
      values.at(labels).value = value
    },
    observe(value, ...labels) {
      const entry = values.at(labels)
      let bucket = 0
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++
      entry.counts[bucket] = (entry.counts[bucket] ?? 0) + 1
      entry.value += value
    },
    forget: () => values.clear(),
    readings: () => values.all,
  }
}

type LabelledValue = { readonly labels: readonly string[]; value: number; readonly counts: number[] }
type Branch = { readonly branches: Map<string, Branch>; entry: LabelledValue | undefined }

/** A tree with one level for each label, so that no key has to be composed for a look-up. */
class LabelledValues {
  readonly all: LabelledValue[] = []
  readonly #series: MetricSeries
  readonly #root: Branch = { branches: new Map(), entry: undefined }
  /** Collects everything beyond the limit, in case a label has more values than expected. */
  #others: LabelledValue | undefined

  constructor(series: MetricSeries) {
    this.#series = series
    // A counter starts at zero explicitly: otherwise its first increment would not be visible.
    if (series.labels.length === 0 && series.kind !== 'gauge') this.at([])
  }

  at(labels: readonly string[]): LabelledValue {
    let branch = this.#root
    for (const label of labels) {
      const known = branch.branches.get(label)
      if (known === undefined && this.all.length >= labelledValuesMax) return this.#beyond()
      const next = known ?? { branches: new Map(), entry: undefined }
      if (known === undefined) branch.branches.set(label, next)
      branch = next
    }
    branch.entry ??= this.#add(labels)
    return branch.entry
  }

  clear(): void {
    this.all.length = 0
    this.#others = undefined
    this.#root.branches.clear()
    this.#root.entry = undefined
  }

  #add(labels: readonly string[]): LabelledValue {
    const { bounds = [] } = this.#series
    const entry = {
      labels: [...labels],
      value: 0,
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
    }
    this.all.push(entry)
    return entry
  }

  #beyond(): LabelledValue {
    this.#others ??= this.#add(this.#series.labels.map(() => 'other'))
    return this.#others
  }
}

const labelledValuesMax = 2_000
