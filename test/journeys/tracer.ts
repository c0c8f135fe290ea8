import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'

/** An SDK as an operator loads one, for this process and all its gateways. */
export function startTracing(): Tracer {
  const exporter = new InMemorySpanExporter()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  return {
    spans: () => exporter.getFinishedSpans(),
    ofTrace: traceId => exporter.getFinishedSpans().filter(span => span.spanContext().traceId === traceId),
    forget: () => exporter.reset(),
  }
}

export type Tracer = {
  /** All that ended so far. */
  spans(): readonly ReadableSpan[]
  ofTrace(traceId: string): readonly ReadableSpan[]
  forget(): void
}

/** `name < parent`, in the order of their beginning; `?` is a parent in another process. */
export function shapeOf(spans: readonly ReadableSpan[]): readonly string[] {
  const names = new Map(spans.map(span => [span.spanContext().spanId, span.name]))
  const startOf = ({ startTime: [seconds, nanoseconds] }: ReadableSpan) => seconds * 1e9 + nanoseconds
  return [...spans]
    .sort((one, other) => startOf(one) - startOf(other))
    .map(({ name, parentSpanContext: parent }) => {
      return parent === undefined ? name : `${name} < ${names.get(parent.spanId) ?? '?'}`
    })
}
