/** Blocks the event loop, in the phase after which timers run before anything is read from a socket. */
export function stallEventLoop(ms: number): Promise<void> {
  return new Promise((resolve) =>
    setImmediate(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
      resolve()
    }),
  )
}
