const firstRetryMs = 2000
const slowestRetryMs = 60_000

/**
 * Listens to the stream of `changed` events at an address and calls `changed` for each, and after each connection,
 * because what happened before it was not told. The tabs of a browser share one connection: whichever holds the lock
 * has it and tells the others. Only a visible page takes part, so that a tab put to sleep never holds the lock.
 * Returns how to stop.
 */
export function listen(url: string, changed: () => void): () => void {
  const name = `live:${url}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = changed
  let letGo = new AbortController()

  const tell = () => {
    channel.postMessage('changed')
    changed()
  }
  const takePart = () => {
    letGo.abort()
    letGo = new AbortController()
    if (document.visibilityState === 'visible') holdStream(name, url, tell, letGo.signal)
  }
  const comeBack = () => {
    takePart()
    if (document.visibilityState === 'visible') changed()
  }

  takePart()
  document.addEventListener('visibilitychange', comeBack)
  return () => {
    document.removeEventListener('visibilitychange', comeBack)
    letGo.abort()
    channel.close()
  }
}

function holdStream(name: string, url: string, tell: () => void, signal: AbortSignal) {
  const hold = () => new Promise<void>((done) => connect(url, tell, signal, done))
  // Locks exist only on https and localhost; elsewhere each tab has a connection of its own.
  if (!('locks' in navigator)) return void hold()
  navigator.locks.request(name, { signal }, hold).catch((fault: unknown) => {
    if (!signal.aborted) throw fault
  })
}

/** The browser reconnects by itself after a broken connection, but gives up on an answer that is no stream. */
function connect(url: string, tell: () => void, signal: AbortSignal, done: () => void) {
  if (signal.aborted) return done()
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource

  const open = () => {
    source = new EventSource(url)
    source.addEventListener('open', () => {
      retryMs = firstRetryMs
      tell()
    })
    source.addEventListener('changed', tell)
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, retryMs)
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
