// The metrics in the text format of Prometheus.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metric, MetricExposition, MetricReading } from './metrics.ts'

type ExpositionOptions = {
  readonly measures: readonly Metric[]
  /** Also export processor, memory, event loop and garbage collector of this process. */
  readonly ofProcess?: boolean
}

export function createExposition({ measures, ofProcess = false }: ExpositionOptions): MetricExposition {
  const registry = new Registry()
  for (const measure of measures) register(measure, registry)
  if (ofProcess) collectDefaultMetrics({ register: registry })
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

function register(measure: Metric, registry: Registry): void {
  const { name, help, labels: labelNames, kind } = measure.series
  const configuration = { name, help, labelNames: [...labelNames], registers: [registry] }
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
    return { name, help, type, values: readings().flatMap(reading => linesOf(series, reading)) }
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
    return { metricName: `${name}_bucket`, labels: { ...shown, le: bounds[index] ?? '+Inf' }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: shown, value },
    { metricName: `${name}_count`, labels: shown, value: count },
  ]
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}
