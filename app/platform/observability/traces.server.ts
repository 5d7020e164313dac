import { setTimeout as sleep } from 'node:timers/promises'
import type { Span, SpanKind, Tracer } from '@opentelemetry/api'
import { config } from '../config.server.ts'

/** Names, patterns, counts and states. Never addresses, parameters, names of people or amounts. */
type Attributes = Record<string, string | number>
type Kind = keyof typeof SpanKind
/** `attributes` that are known only at the end. */
type Outcome = { attributes?: Attributes; hasFailed?: boolean }
type SpanFacts = { name: string; kind: Kind; attributes: Attributes }

type Tracing = {
  begin: (facts: SpanFacts) => Span
  within: <Result>(span: Span, work: () => Result) => Result
  hasParent: () => boolean
  failed: number
  stop: () => Promise<void>
}

let tracing: Tracing | null = null

/**
 * Sends traces to this OTLP/HTTP address until `stopTraces`; null for none. OpenTelemetry is loaded only here. A collector
 * that does not answer delays nothing: what does not fit into its queue is dropped.
 */
export async function startTraces(endpoint = config.otlpEndpoint): Promise<void> {
  if (endpoint === null) return
  const [api, hooks, sdk, otlp, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { context, trace, SpanKind, SpanStatusCode } = api
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': 'msingi',
      'service.version': config.version,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer: Tracer = provider.getTracer('msingi', config.version)
  tracing = {
    begin: ({ name, kind, attributes }) =>
      tracer.startSpan(name, { kind: SpanKind[kind], attributes }),
    within: (span, work) => context.with(trace.setSpan(context.active(), span), work),
    hasParent: () => trace.getActiveSpan() !== undefined,
    failed: SpanStatusCode.ERROR,
    stop: async () => {
      await provider.shutdown()
      context.disable()
    },
  }
}

/** Milliseconds that a collector may take when the program stops. */
const longestStop = 2_000

/** Sends what is still waiting, as far as the collector takes it. */
export async function stopTraces(): Promise<void> {
  const stopped = tracing
  tracing = null
  await Promise.race([stopped?.stop(), sleep(longestStop, undefined, { ref: false })])
}

/** Does `work`, as a separate span when traces are sent. It fails when `work` throws or says so. */
export async function inSpan<Result>(
  facts: SpanFacts,
  work: (note: (outcome: Outcome) => void) => Promise<Result>,
): Promise<Result> {
  const current = tracing
  if (!current) return work(() => undefined)
  const span = current.begin(facts)
  const note = ({ attributes = {}, hasFailed = false }: Outcome) => {
    span.setAttributes(attributes)
    if (hasFailed) span.setStatus({ code: current.failed })
  }
  try {
    return await current.within(span, () => work(note))
  } catch (fault) {
    note({ attributes: { 'error.type': typeOf(fault) }, hasFailed: true })
    throw fault
  } finally {
    span.end()
  }
}

type RequestFacts = { method: string; route: string; requestId: string }

/** Answers a request in a separate span. It has the pattern of the address only, because paths contain ids and tokens. */
export function traceRequest(
  { method, route, requestId }: RequestFacts,
  answer: () => Promise<number>,
): Promise<void> {
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'msingi.request_id': requestId,
  }
  return inSpan({ name: `${method} ${route}`, kind: 'SERVER', attributes }, async (note) => {
    const status = await answer()
    note({ attributes: { 'http.response.status_code': status }, hasFailed: status >= 500 })
  })
}

/** Begins the span of a statement inside another span; its end is told with what went wrong, if anything. */
export function beginStatement(text: string): ((fault?: unknown) => void) | null {
  if (!tracing?.hasParent()) return null
  const { failed } = tracing
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  }
  const span = tracing.begin({ name: operation, kind: 'CLIENT', attributes })
  return (fault) => {
    if (fault) {
      span.setAttribute('error.type', typeOf(fault))
      span.setStatus({ code: failed })
    }
    span.end()
  }
}

/** The code or class of a fault: its message may quote what was typed. */
function typeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown'
  return 'code' in fault ? String(fault.code) : fault.constructor.name
}
