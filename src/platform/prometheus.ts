// The metrics in the text format of Prometheus.

import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client'
import type { Metric, MetricReading, ProcessExposition, ProcessReadings } from './metrics.ts'

type ExpositionOptions = {
  readonly measures: readonly Metric[]
  /** Also export processor, memory, event loop and garbage collector of this process. */
  readonly ofProcess?: boolean
  /** Which of several processes this is: what is exported of it says so. */
  readonly worker?: number | undefined
}

export function createExposition({
  measures,
  ofProcess = false,
  worker,
}: ExpositionOptions): ProcessExposition {
  const registry = new Registry()
  for (const measure of measures) register(measure, registry)
  const labels = worker === undefined ? {} : { worker: String(worker) }
  if (ofProcess) collectDefaultMetrics({ register: registry, labels })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    readings: () => registry.getMetricsAsJSON(),
  }
}

/** What several processes measured, as one text; each series says what becomes of its values. */
export const textOfProcesses = (all: readonly ProcessReadings[]): Promise<string> => mergedFrom(all).metrics()

/** The same as data. */
export const mergeReadings = (all: readonly ProcessReadings[]): Promise<ProcessReadings> =>
  mergedFrom(all).getMetricsAsJSON()

const mergedFrom = (all: readonly ProcessReadings[]): Registry =>
  AggregatorRegistry.aggregate(all.map(readings => readings.filter(isRead).map(keepOfEachProcess)))

/** What Node tells of a process has the worker's label: the library would leave some of it out. */
const keepOfEachProcess = (series: MetricObject): MetricObject =>
  series.aggregator === 'omit' ? { ...series, aggregator: 'sum' } : series

/** Another process of this very release has made it. */
const isRead = (series: object): series is MetricObject => 'values' in series

/** What a process has counted is not undone by its end; what it had at that moment is. */
export const countsAmong = (readings: ProcessReadings): ProcessReadings =>
  readings.filter(({ name, type }) => name.startsWith('tollgate_') && type !== 'gauge')

function register(measure: Metric, registry: Registry): void {
  const { name, help, labels: labelNames, kind, ofWorkers: aggregator = 'sum' } = measure.series
  const configuration = { name, help, labelNames: [...labelNames], registers: [registry], aggregator }
  if (kind === 'histogram') new KeptHistogram(measure, registry)
  else if (kind === 'gauge') new Gauge({ ...configuration, collect: gaugeCollector(measure) })
  else new Counter({ ...configuration, collect: counterCollector(measure) })
}

function gaugeCollector({ series, readings }: Metric) {
  return function collect(this: Gauge) {
    this.reset()
    // Without labels, a reset leaves a zero, which would be wrong for an unknown value.
    if (series.labels.length === 0) this.remove()
    for (const { labels, value } of readings()) this.set(named(series.labels, labels), value)
  }
}

function counterCollector({ series, readings }: Metric) {
  return function collect(this: Counter) {
    this.reset()
    for (const { labels, value } of readings()) this.inc(named(series.labels, labels), value)
  }
}

/**
 * The library takes 1.1 µs for each observation, ours a tenth: so ours counts, and the library only formats.
 */
class KeptHistogram extends Histogram {
  readonly #measure: Metric

  constructor(measure: Metric, registry: Registry) {
    const { name, help, labels, bounds = [] } = measure.series
    super({ name, help, labelNames: [...labels], buckets: [...bounds], registers: [registry] })
    this.#measure = measure
  }

  /** The registry, and `get` itself, read the lines from here. */
  async getForPromString() {
    const { series, readings } = this.#measure
    const { name, help, kind: type } = series
    const values = readings().flatMap(reading => linesOf(series, reading))
    return { name, help, type, values, aggregator: 'sum' }
  }
}

function linesOf(
  { name, labels: names, bounds = [] }: Metric['series'],
  { labels, value, counts }: MetricReading,
) {
  const shown = named(names, labels)
  let count = 0
  const buckets = counts.map((more, index) => {
    count += more
    const labels = { ...shown, le: bounds[index] ?? '+Inf' }
    return { metricName: `${name}_bucket`, labels, value: count, ...ofLine }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: shown, value, ...ofLine },
    { metricName: `${name}_count`, labels: shown, value: count, ...ofLine },
  ]
}

/** The library adds them to each line that it hands out as data. */
const ofLine = { sharedLabels: {} }

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}
