import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import type { Context, Span, SpanContext } from '@opentelemetry/api'
import type { BasicTracerProvider, SpanExporter } from '@opentelemetry/sdk-trace-base'
import { withDeadline } from '../http/refusal.ts'
import { type FullAt, spend, waitFor } from '../limits/buckets.ts'
import type { Logger } from '../log/logger.ts'
import type { RequestSpan, SpanAttributes, SpanCounts, SpanOptions, SpanOutcome, Traces } from './traces.ts'

/**
 * Traces of one process in a second. A trace of ten spans costs about 0.7 ms of processor time, so this bounds the cost of
 * traces to about 1.5 % of a core at any traffic.
 */
const MOST = { count: 20, seconds: 1 }

type TraceSamplerOptions = {
  /** Share of the requests without a caller's span that are traced, 0 to 1. */
  ratio: number
  /** Milliseconds, monotonic. */
  now: () => number
  /** A number from 0 to below 1. */
  random: () => number
}

/** Flag of W3C Trace Context: the caller traces its request. */
const SAMPLED = 1

/** Decides for each request whether it is traced. A trusted caller that traces its request decides instead of the ratio. */
export function createTraceSampler({ ratio, now, random }: TraceSamplerOptions) {
  let fullAt: FullAt = null
  return (parent: Pick<SpanContext, 'traceFlags'> | null): boolean => {
    if (parent === null ? random() >= ratio : (parent.traceFlags & SAMPLED) === 0) return false
    const at = now()
    if (waitFor(fullAt, MOST, at) > 0) return false
    fullAt = spend(fullAt, MOST, at)
    return true
  }
}

export type TraceSettings = {
  /** Base URL of the OTLP receiver, without /v1/traces. */
  endpoint: string
  /** Share of requests that are traced, 0 to 1. */
  ratio: number
}

export type OpenTracesOptions = TraceSettings & {
  log: Pick<Logger, 'warn' | 'info'>
  /** Milliseconds between two batches; tests set it shorter. */
  batchEveryMs?: number
}

const BATCH_EVERY_MS = 2_000
/** Spans: more wait for the receiver in no case, the rest is dropped. */
const QUEUE_LIMIT = 2_048
const BATCH_SIZE = 512
const EXPORT_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 2_000
/** Characters of a statement. */
const ATTRIBUTE_LIMIT = 2_000

/** Loads OpenTelemetry only when it is called: a server without traces does not pay for it. */
const loadModules = async () => {
  const [api, core, resources, sdk, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  return { api, core, resources, sdk, otlp }
}
type Modules = Awaited<ReturnType<typeof loadModules>>

/** Word for an error: its code, or its class. A message may contain values of a statement. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Counts the spans that `exporter` sends, and logs the first failure of an outage and its end. */
function observeExporter(
  { core }: Modules,
  exporter: SpanExporter,
  { log, counts }: { log: OpenTracesOptions['log']; counts: SpanCounts },
): SpanExporter {
  let isFailing = false
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== core.ExportResultCode.SUCCESS
        counts[hasFailed ? 'failed' : 'sent'] += spans.length
        if (hasFailed && !isFailing) log.warn('traces-not-sent', { error: result.error, count: spans.length })
        if (!hasFailed && isFailing) log.info('traces-sent-again')
        isFailing = hasFailed
        onResult(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

function createProvider(modules: Modules, exporter: SpanExporter, batchEveryMs: number) {
  const { sdk, resources } = modules
  return new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'baiqicha', 'service.instance.id': hostname() }),
    // Requests are sampled before their span is created.
    sampler: new sdk.AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_LIMIT },
    spanProcessors: [
      new sdk.BatchSpanProcessor(exporter, {
        maxQueueSize: QUEUE_LIMIT,
        maxExportBatchSize: BATCH_SIZE,
        scheduledDelayMillis: batchEveryMs,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
}

/** A span that is being recorded, with the context for spans within it. */
type OpenSpan = Omit<RequestSpan, 'run'> & { readonly context: Context }

/** Starts spans and counts those that end. */
function createSpanStarter({ api }: Modules, tracer: ReturnType<BasicTracerProvider['getTracer']>, counts: SpanCounts) {
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT }

  function end(span: Span, { attributes, failure }: SpanOutcome) {
    if (!span.isRecording()) return
    if (attributes !== undefined) span.setAttributes(attributes)
    if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure })
    span.end()
    counts.ended += 1
  }

  return ({ name, attributes, kind = 'client' }: SpanOptions, parent: Context): OpenSpan => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    return {
      traceId: span.spanContext().traceId,
      context: api.trace.setSpan(parent, span),
      end: (outcome) => end(span, outcome),
    }
  }
}

/** Begins to record and send traces. The receiver may be away: then spans are dropped, and no request waits. */
export async function openTraces({
  endpoint,
  ratio,
  log,
  batchEveryMs = BATCH_EVERY_MS,
}: OpenTracesOptions): Promise<Traces> {
  const modules = await loadModules()
  const { api, core, otlp } = modules
  core.setGlobalErrorHandler(() => {})
  const counts: SpanCounts = { ended: 0, sent: 0, failed: 0 }
  const otlpExporter = new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS })
  const exporter = observeExporter(modules, otlpExporter, { log, counts })
  const provider = createProvider(modules, exporter, batchEveryMs)
  const start = createSpanStarter(modules, provider.getTracer('baiqicha'), counts)
  const isSampled = createTraceSampler({ ratio, now: () => performance.now(), random: Math.random })
  /** The innermost open span. */
  const current = new AsyncLocalStorage<OpenSpan | undefined>()

  async function record<T>(
    span: OpenSpan,
    act: () => Promise<T>,
    describe?: (result: T) => SpanAttributes,
  ): Promise<T> {
    try {
      const result = await current.run(span, act)
      span.end({ ...(describe !== undefined && { attributes: describe(result) }) })
      return result
    } catch (error) {
      span.end({ failure: failureOf(error) })
      throw error
    }
  }

  return {
    startRequest(options, traceparent) {
      const parent = typeof traceparent === 'string' ? core.parseTraceParent(traceparent) : null
      if (!isSampled(parent)) return null
      const { ROOT_CONTEXT, trace } = api
      const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
      const span = start(options(), context)
      return { traceId: span.traceId, run: (act) => current.run(span, act), end: span.end }
    },
    runOutside(act) {
      // The events of a connection can carry the context of an earlier request.
      if (current.getStore() === undefined) act()
      else current.run(undefined, act)
    },
    measure(options, act, describe) {
      const parent = current.getStore()
      return parent === undefined ? act() : record(start(options(), parent.context), act, describe)
    },
    currentTraceId: () => current.getStore()?.traceId,
    counts: () => ({ ...counts }),
    close: () =>
      withDeadline(
        provider.shutdown(),
        CLOSE_TIMEOUT_MS,
        () => new Error('the receiver of traces did not answer'),
      ).catch(() => {}),
  }
}
