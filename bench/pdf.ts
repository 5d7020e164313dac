import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pace } from './pace.ts'
import { inDatabaseOf } from './running-database.ts'
import { type RunningServer, withServer } from './running-server.ts'
import { isSmallest, sayScale, scaled } from './scale.ts'
import { administrator, signIn } from './sign-in.ts'
import { timeOf, within } from './signin/times.ts'

// What PDFs and exports cost everyone else: how soon /healthz answers while one session asks for twenty at a time. Ends
// non-zero when a budget is broken. Takes about a minute.

const atATime = scaled(20, 2)
const rounds = scaled(3, 1)
const everyMs = 10
const mostMs = 100
const pace = new Pace()

type Line = { what: string; answers: number[]; health: number[] }

const lines = await withServer(async (server) => {
  const { statementId, email } = await aStatement(server)
  const [admin, investor] = [
    await signIn(server.address, administrator),
    await signIn(server.address, email),
  ]
  const measured = [
    await whileAsking(
      server,
      'Statements as PDF',
      `/admin-dashboard/statements/${statementId}/pdf`,
      admin,
    ),
    await whileAsking(
      server,
      'Everything of an investor',
      '/investment-dashboard/export',
      investor,
    ),
    await whileAsking(server, 'The audit log as CSV', '/admin-dashboard/audit/export', admin),
  ]
  await pace.sample()
  return measured
})

/** The longest statement of an investor who can sign in. */
function aStatement({ dataDir }: RunningServer): Promise<{ statementId: string; email: string }> {
  return inDatabaseOf(dataDir, async (client) => {
    const { rows } = await client.query<{ statementId: string; email: string }>(
      `select statement.id as "statementId", investor.email from app.statement
       join app.investor on investor.id = statement.investor_id
       join auth."user" account on account.email = investor.email and account.status = 'active'
       order by (select count(*) from app.statement_line line where line.statement_id = statement.id) desc limit 1`,
    )
    const [found] = rows
    if (!found) throw new Error('the demo has no statement')
    return found
  })
}

/** Twenty at a time, a few times over, and how soon /healthz answers during it. The first round is not counted. */
async function whileAsking(
  { address }: RunningServer,
  label: string,
  path: string,
  cookie: string,
): Promise<Line> {
  const agent = new Agent({ keepAlive: true })
  const line: Line = { what: label, answers: [], health: [] }
  await timeOf(agent, `${address}${path}`, 200, undefined, cookie)
  await pace.sample()
  const isOver = new AbortController()
  const health = askAllTheTime(agent, address, isOver.signal)
  for (let round = 0; round < rounds; round += 1) {
    const downloads = Array.from({ length: atATime }, () =>
      timeOf(agent, `${address}${path}`, 200, undefined, cookie),
    )
    line.answers.push(...(await Promise.all(downloads)))
  }
  isOver.abort()
  line.health = await health
  agent.destroy()
  return line
}

async function askAllTheTime(
  agent: Agent,
  address: string,
  isOver: AbortSignal,
): Promise<number[]> {
  const times: Promise<number>[] = []
  while (!isOver.aborted) {
    times.push(timeOf(agent, `${address}/healthz`, 200))
    await sleep(everyMs)
  }
  return Promise.all(times)
}

const ms = (time: number) => `${time.toFixed(0)} ms`
console.log(
  '\n| what one session asks for | an answer: median | /healthz during it: median | 99th percentile |',
)
console.log('|---|---|---|---|')
for (const { what, answers, health } of lines) {
  const tail = `${ms(within(0.99, health))} of ${health.length}`
  console.log(
    `| ${what}, ${atATime} at a time | ${ms(within(0.5, answers))} | ${ms(within(0.5, health))} | ${tail} |`,
  )
}
console.log(`\n${pace.summary}`)
sayScale()
const broken = lines.filter(({ health }) => within(0.99, health) > pace.allowed(mostMs))
for (const { what } of broken)
  console.error(`${what}: /healthz took longer than ${ms(pace.allowed(mostMs))}`)
if (!isSmallest && broken.length > 0) process.exitCode = 1
