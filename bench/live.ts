import { setTimeout as sleep } from 'node:timers/promises'
import { makeUnlessThere, withLargeServer } from './large/large-server.ts'
import { largeDataDir } from './large/place.ts'
import { sendToAll, takeBack } from './live/message.ts'
import { type Cost, costOfPayments, costOfShort } from './live/notify-cost.ts'
import { endSessions, sessionsFor } from './live/people.ts'
import { asksAgain, readAgain } from './live/phones.ts'
import { heldMemory, processorTime } from './live/server.ts'
import { closeStreams, type OpenStream, openStreams } from './live/streams.ts'
import { Pace } from './pace.ts'
import { withDatabaseOf } from './running-database.ts'
import type { RunningServer } from './running-server.ts'
import { isSmallest, sayScale, scaled, words } from './scale.ts'
import { administrator, signIn } from './sign-in.ts'
import { within } from './signin/times.ts'

// What live updates cost: two thousand investors with an open page each, on one process. How much memory a stream holds, how
// soon all are told about a notification to everyone, what happens when all of them read their page again because of it, and
// what NOTIFY costs sixteen writers. On the company of ten thousand investors of `npm run bench:growth`, which is made first,
// once, next to the large demo; its folder may be named behind the command. The notification and the sessions are taken
// away again; payments of one dollar stay. Reads /proc, so it runs on Linux. Ends non-zero when a budget is broken.

const many = scaled(2_000, 16)
const step = many / 8
const restMs = scaled(30_000, 500)
const pace = new Pace()

const large = largeDataDir(words[0])
const dataDir = isSmallest ? large : `${large}-10000`
if (!(await makeUnlessThere(dataDir, '0.1'))) process.exit(1)

/** `most` is the budget; a line without it only tells. */
type Line = { what: string; value: number; unit: string; most?: number }

const collecting = `NODE_OPTIONS=--import=${new URL('live/gc-on-signal.ts', import.meta.url).href}`
const lines = await withLargeServer(
  dataDir,
  async (server) => [...(await ofStreams(server)), ...(await ofNotify(server))],
  [collecting],
)

async function ofStreams(server: RunningServer): Promise<Line[]> {
  const admin = await signIn(server.address, administrator)
  await endSessions(dataDir)
  await takeBack(server, admin)
  const cookies = await sessionsFor(dataDir, many)
  try {
    await pace.sample()
    await warmUp(server, cookies.slice(0, many / 8))
    const pid = server.process.pid ?? 0
    const { streams, opening, memory } = await openInSteps(server, cookies)
    console.log(`Opened ${many} streams`)
    const atRest = await shareOfProcessor(pid)
    const delivery = await tellAll(server, admin, streams)
    closeStreams(streams)
    await pace.sample()
    return [
      { what: `${many} streams opened, 32 at a time`, value: opening / 1000, unit: 's' },
      { what: 'Memory a stream holds, median of eight steps', value: memory, unit: 'KB', most: 30 },
      {
        what: `The process with ${many} quiet streams`,
        value: atRest * 100,
        unit: '% of a processor',
      },
      ...delivery,
    ]
  } finally {
    await takeBack(server, admin)
    await endSessions(dataDir)
  }
}

/** What one more stream takes is the median of eight steps: memory is taken from the system in pieces as large as a step. */
async function openInSteps({ address, process }: RunningServer, cookies: string[]) {
  const pid = process.pid ?? 0
  const streams: OpenStream[] = []
  const each: number[] = []
  let opening = 0
  let held = await heldMemory(pid)
  for (let from = 0; from < many; from += step) {
    const began = performance.now()
    streams.push(...(await openStreams(address, cookies.slice(from, from + step))))
    opening += performance.now() - began
    const before = held
    held = await heldMemory(pid)
    each.push((held - before) / step / 1000)
  }
  return { streams, opening, memory: within(0.5, each) }
}

/** What is made once and kept, such as compiled code and connections, is none of a stream's memory; nor are leavings of a crowd. */
async function warmUp({ address }: RunningServer, cookies: string[]): Promise<void> {
  for (const cookie of cookies) closeStreams(await openStreams(address, [cookie]))
  await sleep(1_500)
}

async function shareOfProcessor(pid: number): Promise<number> {
  const before = await processorTime(pid)
  await sleep(restMs)
  return ((await processorTime(pid)) - before) / (restMs / 1000)
}

async function tellAll(
  server: RunningServer,
  admin: string,
  streams: OpenStream[],
): Promise<Line[]> {
  const office = `${server.address}/admin-dashboard/investors`
  const quiet = asksAgain(office, admin)
  await sleep(scaled(4_000, 300))
  const alone = await quiet.stop()
  for (const stream of streams) stream.told = []
  const busy = asksAgain(office, admin)
  const readings = readAgain(server.address, streams)
  const sentAt = performance.now()
  await sendToAll(server, admin)
  const { half, tail, lastAt, failed } = await readings
  const busyTimes = await busy.stop()
  const times = (place: number) =>
    streams.map(({ told }) => (told[place]?.at ?? Number.POSITIVE_INFINITY) - sentAt)
  return [
    {
      what: 'From sending to all until the last stream is told',
      value: Math.max(...times(0)) / 1000,
      unit: 's',
      most: 2,
    },
    {
      what: 'Until it is told that all copies are written',
      value: Math.max(...times(1)) / 1000,
      unit: 's',
    },
    { what: `${many} pages read again: an answer, median`, value: half, unit: 'ms' },
    { what: 'The same, 95th percentile', value: tail, unit: 'ms' },
    { what: 'Until the last page has been read again', value: (lastAt - sentAt) / 1000, unit: 's' },
    { what: 'Pages that could not be read', value: failed, unit: '', most: 0 },
    { what: 'An administrator’s list before, median', value: within(0.5, alone), unit: 'ms' },
    { what: 'The same while all read, median', value: within(0.5, busyTimes), unit: 'ms' },
  ]
}

async function ofNotify(server: RunningServer): Promise<Line[]> {
  return withDatabaseOf(dataDir, async (url) => {
    const payment = await costOfPayments(server, url, await signIn(server.address, administrator))
    return [
      ...linesOf('payments', payment),
      ...linesOf('shortest transactions', await costOfShort(url)),
    ]
  })
}

function linesOf(label: string, { told, silent, ratio }: Cost): Line[] {
  const sixteen = `16 writers, ${label}`
  return [
    { what: `${sixteen}, without NOTIFY`, value: silent, unit: 'a second' },
    { what: `${sixteen}, with it`, value: told, unit: 'a second' },
    { what: `${sixteen}: ratio, median of the rounds`, value: ratio, unit: '' },
  ]
}

const digits = (value: number) => value.toFixed(value < 10 ? 2 : 0)
console.log('\n| what | measured | allowed |\n|---|---|---|')
for (const { what, value, unit, most } of lines)
  console.log(`| ${what} | ${digits(value)} ${unit} | ${most === undefined ? '' : `≤ ${most}`} |`)
console.log(`\n${pace.summary}`)
sayScale()
/** What is counted is judged as it is; at the smallest scale nothing else, for too little is asked. */
function allowed({ unit, most = Number.POSITIVE_INFINITY }: Line): number {
  if (unit === 's') return pace.allowed(most)
  return isSmallest && unit !== '' ? Number.POSITIVE_INFINITY : most
}
const broken = lines.filter((line) => !(line.value <= allowed(line)))
for (const { what, value } of broken)
  console.error(`${what}: ${digits(value)}, which breaks the budget`)
if (broken.length > 0) process.exitCode = 1
