const firstRetryMs = 2000
const slowestRetryMs = 60_000
/** When a server ends, the streams of everybody are refused at once: they do not all come to read at once. */
const refusedSpreadMs = 5_000

/** Hears that something changed, and over how many milliseconds the reading of it is to be spread. */
type Changed = (spreadMs: number) => void

/**
 * Listens to the stream of `changed` events at an address and calls `changed` for each; a stream begins with one, because
 * what happened before it was not told. The tabs of a browser share one connection: whichever holds the lock
 * has it and tells the others. Only a visible page takes part, so that a tab put to sleep never holds the lock.
 * Returns how to stop.
 */
export function listen(url: string, changed: Changed): () => void {
  const name = `live:${url}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => changed(Number(data))
  let letGo = new AbortController()

  const tell = (spreadMs: number) => {
    channel.postMessage(spreadMs)
    changed(spreadMs)
  }
  const takePart = () => {
    letGo.abort()
    letGo = new AbortController()
    if (document.visibilityState === 'visible') holdStream(name, url, tell, letGo.signal)
  }
  const comeBack = () => {
    takePart()
    if (document.visibilityState === 'visible') changed(0)
  }

  takePart()
  document.addEventListener('visibilitychange', comeBack)
  return () => {
    document.removeEventListener('visibilitychange', comeBack)
    letGo.abort()
    channel.close()
  }
}

function holdStream(name: string, url: string, tell: Changed, signal: AbortSignal) {
  const hold = () => new Promise<void>((done) => connect(url, tell, signal, done))
  // Locks exist only on https and localhost; elsewhere each tab has a connection of its own.
  if (!('locks' in navigator)) return void hold()
  navigator.locks.request(name, { signal }, hold).catch((fault: unknown) => {
    if (!signal.aborted) throw fault
  })
}

/**
 * The browser reconnects by itself after a broken connection, but gives up on an answer that is no stream. The first such
 * answer counts as a change: the session may have ended meanwhile, and only reading the page finds that out.
 */
function connect(url: string, tell: Changed, signal: AbortSignal, done: () => void) {
  if (signal.aborted) return done()
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource
  let isRefused = false

  const open = () => {
    source = new EventSource(url)
    source.addEventListener('open', () => {
      retryMs = firstRetryMs
      isRefused = false
    })
    source.addEventListener('changed', ({ data }) => tell(Number(data)))
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      if (!isRefused) tell(refusedSpreadMs)
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
