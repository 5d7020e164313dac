const firstRetryMs = 2000
const slowestRetryMs = 60_000
/** Refused streams reload over this time, because a stopping server refuses all of them together. */
const refusedSpreadMs = 5_000

/** `spreadMs` is the time to spread the reload over. */
type Changed = (spreadMs: number) => void

/**
 * Calls `changed` for each event of a stream, which starts with one when something changed since
 * the page was read (`readAt`, in milliseconds of the server). The tabs of a browser share one
 * connection, held by the owner of a lock. Only visible pages take part, so that a sleeping tab
 * never holds it. Returns a function to stop.
 */
export function listen(url: string, readAt: () => number, changed: Changed): () => void {
  const name = `live:${url}`
  const addressNow = () => `${url}${url.includes('?') ? '&' : '?'}since=${readAt()}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => changed(Number(data))
  let membership = new AbortController()

  const announce = (spreadMs: number) => {
    channel.postMessage(spreadMs)
    changed(spreadMs)
  }
  const join = () => {
    membership.abort()
    membership = new AbortController()
    if (document.visibilityState === 'visible')
      holdStream(name, addressNow, announce, membership.signal)
  }
  const onVisibilityChange = () => {
    join()
    if (document.visibilityState === 'visible') changed(0)
  }

  join()
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    membership.abort()
    channel.close()
  }
}

function holdStream(
  name: string,
  addressNow: () => string,
  announce: Changed,
  signal: AbortSignal,
) {
  const hold = () => new Promise<void>((done) => connect(addressNow, announce, signal, done))
  // Locks exist only on https and localhost; elsewhere each tab has its own connection.
  if (!('locks' in navigator)) return void hold()
  navigator.locks.request(name, { signal }, hold).catch((fault: unknown) => {
    if (!signal.aborted) throw fault
  })
}

/**
 * The browser reconnects after a lost connection but not after an error response. The first such
 * response counts as a change, because the session may have ended.
 */
function connect(
  addressNow: () => string,
  announce: Changed,
  signal: AbortSignal,
  done: () => void,
) {
  if (signal.aborted) return done()
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource
  let isRefused = false

  const open = () => {
    source = new EventSource(addressNow())
    source.addEventListener('open', () => {
      retryMs = firstRetryMs
      isRefused = false
    })
    source.addEventListener('changed', ({ data }) => announce(Number(data)))
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      if (!isRefused) announce(refusedSpreadMs)
      isRefused = true
      timer = setTimeout(open, retryMs * (0.5 + Math.random()))
      retryMs = Math.min(retryMs * 2, slowestRetryMs)
    })
  }
  open()
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    source.close()
    done()
  })
}
