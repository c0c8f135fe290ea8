// Traces of requests, reported through OpenTelemetry where an operator has loaded an SDK.

import { setTimeout as pause } from 'node:timers/promises'
import {
  type Context,
  context,
  defaultTextMapGetter,
  isSpanContextValid,
  type Link,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { describeFault } from './errors.ts'

/**
 * Reports spans of requests and background tasks. Without a tracing SDK there is no Tracing object at all, so
 * that tracing costs nothing.
 */
export type Tracing = {
  /** An incoming request: continues the trace of its headers. */
  readonly request: <Result>(headers: TraceHeaders, work: () => Promise<Result>) => Promise<Result>
  /** A child span; outside of any trace it only runs the work. */
  readonly step: <Result>(step: TraceStep, work: () => Promise<Result>) => Promise<Result>
  /** A background task that continues work that was traced earlier. */
  readonly backgroundTask: <Result>(task: TracedTask, work: () => Promise<Result>) => Promise<Result>
  /** Adds details to the active span. */
  readonly addDetails: (details: TraceDetails) => void
  /** The traceparent of the active span, for a later background task; undefined outside of a trace. */
  readonly traceparent: () => string | undefined
  /** Exports buffered spans, within a short time limit. */
  readonly flush: () => Promise<void>
}

type TraceHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

type TraceFacts = Readonly<Record<string, string | number | undefined>>

export type TraceStep = { readonly name: string; readonly facts?: TraceFacts; readonly asksOthers?: true }

type TracedTask = TraceStep & {
  /** The traceparent of the earlier work. */
  readonly after?: string | undefined
  /** Whether it is a child span of that; otherwise it only has a link to it. */
  readonly isPart?: boolean
}

type TraceDetails = {
  /** Replaces the name of the span. */
  readonly name?: string
  readonly facts?: TraceFacts
  /** The gateway itself failed. */
  readonly isFault?: boolean
}

/** Undefined unless an SDK is registered: the operator loads one with `node --import`. */
export function openTracing(): Tracing | undefined {
  if (!isRegistered()) return undefined
  const tracer = trace.getTracer('tollgate')
  return {
    request: (headers, work) =>
      within(tracer, { name: 'request', kind: SpanKind.SERVER, from: callersContext(headers) }, work),
    step: (step, work) => (trace.getActiveSpan() === undefined ? work() : within(tracer, opened(step), work)),
    backgroundTask: (task, work) => within(tracer, { ...opened(task), ...following(task) }, work),
    addDetails({ name, facts, isFault }) {
      const span = trace.getActiveSpan()
      if (name !== undefined) span?.updateName(name)
      if (facts) span?.setAttributes(attributesOf(facts))
      if (isFault) span?.setStatus({ code: SpanStatusCode.ERROR })
    },
    traceparent: () => traceparentOf(trace.getActiveSpan()?.spanContext()),
    flush: () => Promise.race([flushed(), pause(flushTimeoutMs, undefined, { ref: false })]),
  }
}

const flushTimeoutMs = 2_000

/** SDKs have a method to flush; the common interface does not declare it. */
async function flushed(): Promise<void> {
  const provider = trace.getTracerProvider()
  // The operator may have another copy of the package, so `instanceof` would not work.
  const registered = 'getDelegate' in provider ? Object(provider).getDelegate() : provider
  if (typeof registered.forceFlush !== 'function') return
  // At shutdown, an unreachable collector cannot be reported any more.
  await Promise.resolve(registered.forceFlush()).catch(() => undefined)
}

function isRegistered(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('tollgate') !== undefined
}

type SpanStart = SpanOptions & { readonly name: string; readonly from: Context }

async function within<Result>(
  tracer: Tracer,
  { name, from, ...options }: SpanStart,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, options, from)
  try {
    return await context.with(trace.setSpan(from, span), work)
  } catch (fault) {
    noteFault(span, fault)
    throw fault
  } finally {
    span.end()
  }
}

/**
 * If the operator instruments the HTTP server itself, the caller's context is active already. If no
 * propagator is registered, the standard header `traceparent` is read.
 */
function callersContext(headers: TraceHeaders): Context {
  const active = context.active()
  if (trace.getSpan(active)) return active
  if (propagation.fields().length > 0) return propagation.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
  const { traceparent } = headers
  const caller = typeof traceparent === 'string' ? spanContextOf(traceparent) : undefined
  return caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
}

const opened = ({ name, facts = {}, asksOthers }: TraceStep): SpanStart => ({
  name,
  kind: asksOthers ? SpanKind.CLIENT : SpanKind.INTERNAL,
  attributes: attributesOf(facts),
  from: context.active(),
})

function following({ after, isPart }: TracedTask): { readonly from: Context; readonly links?: Link[] } {
  const followed = spanContextOf(after)
  if (!followed) return { from: ROOT_CONTEXT }
  if (isPart) return { from: trace.setSpanContext(ROOT_CONTEXT, followed) }
  return { from: ROOT_CONTEXT, links: [{ context: followed }] }
}

/** Messages of faults quote values: only the part that may be logged is reported. */
function noteFault(span: Span, fault: unknown): void {
  const { name, message } = describeFault(fault)
  span.setStatus({ code: SpanStatusCode.ERROR, message })
  span.setAttribute('error.type', name)
}

function attributesOf(facts: TraceFacts): Record<string, string | number> {
  const known: Record<string, string | number> = {}
  for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) known[name] = fact
  return known
}

/** Only for recorded spans: a span that is not recorded could not be found. */
function traceparentOf(spanContext: SpanContext | undefined): string | undefined {
  if (!spanContext || (spanContext.traceFlags & 1) === 0) return undefined
  return `00-${spanContext.traceId}-${spanContext.spanId}-01`
}

function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparentForm.exec(traceparent ?? '') ?? []
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(spanContext) ? spanContext : undefined
}

/** The form of version 00; later versions begin with the same fields. */
const traceparentForm = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/
