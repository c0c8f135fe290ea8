import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type Span,
} from '@opentelemetry/sdk-trace-base'

/** Counts beginnings: start times have whole milliseconds, which a request and its first step may share. */
class InOrderOfBeginning extends SimpleSpanProcessor {
  override onStart(span: Span): void {
    beginnings.set(span, begun++)
  }
}

let begun = 0
const beginnings = new WeakMap<object, number>()

/** An SDK as an operator loads one, for this process and all its gateways. */
export function startTracing(): Tracer {
  const exporter = new InMemorySpanExporter()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new InOrderOfBeginning(exporter)] }),
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
  const startOf = (span: ReadableSpan) => beginnings.get(span) ?? Number.NaN
  return [...spans]
    .sort((one, other) => startOf(one) - startOf(other))
    .map(({ name, parentSpanContext: parent }) => {
      return parent === undefined ? name : `${name} < ${names.get(parent.spanId) ?? '?'}`
    })
}
