import { monitorEventLoopDelay } from 'node:perf_hooks'
import { poolUse } from './database.server.ts'
import { openStreams } from './live-stream.server.ts'
import { reading } from './metrics.server.ts'

const nanoseconds = 1e9
const microseconds = 1e6
const quantiles = [0.5, 0.99, 1]

const unlabelled = (value: number) => [{ labels: {}, value }]

/** Begins to measure how late timers are, and lets the process tell of itself. */
export function watchProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  reading(
    'msingi_event_loop_delay_seconds',
    'How late a timer of 10 ms was, since the last reading.',
    () => {
      const samples = quantiles.map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: (quantile === 1 ? delay.max : delay.percentile(quantile * 100)) / nanoseconds,
      }))
      delay.reset()
      return samples
    },
  )
  reading('msingi_database_connections', 'Connections of each login, and what waits for one.', () =>
    poolUse().flatMap(({ login, used, idle, waiting }) =>
      Object.entries({ used, idle, waiting }).map(([state, value]) => ({
        labels: { login, state },
        value,
      })),
    ),
  )
  reading('msingi_live_streams', 'Open streams of live updates.', () => unlabelled(openStreams()))
  reading('process_resident_memory_bytes', 'Resident memory.', () =>
    unlabelled(process.memoryUsage.rss()),
  )
  reading('nodejs_heap_used_bytes', 'Memory that JavaScript uses.', () =>
    unlabelled(process.memoryUsage().heapUsed),
  )
  reading('process_start_time_seconds', 'When the process began.', () =>
    unlabelled(Math.round(performance.timeOrigin / 1000)),
  )
  const usedCpu = () => {
    const { user, system } = process.cpuUsage()
    return unlabelled((user + system) / microseconds)
  }
  reading('process_cpu_seconds_total', 'Processor time.', usedCpu, 'counter')
}
