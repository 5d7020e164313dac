import { isPermitted } from '../../app/office/access.ts'
import type { Permission } from '../../app/values/staff-role.ts'
import type { Who } from '../../tests/access-matrix.ts'
import { inDatabaseOf } from '../running-database.ts'
import { isSmallest, scaled } from '../scale.ts'
import {
  markers,
  type NarrowRole,
  narrowRoles,
  newSession,
  type Role,
  setStage,
  type Target,
} from './arrange.ts'
import { type AttackRequest, ask, type Heard } from './ask.ts'
import type { Outcome } from './findings.ts'
import { servedForms } from './forms.ts'
import { type Aim, aimsAt, fieldsOf, type Round, requestFor } from './fuzz-requests.ts'
import { type Chance, chanceOf } from './nasty.ts'
import { type Attacked, gapsIn, routeTable } from './route-table.ts'

/** Strangers first: an administrator's requests may publish what was hidden. */
const roles: Role[] = isSmallest
  ? ['guest', 'investor', 'cashier']
  : ['guest', 'another', 'investor', ...narrowRoles, 'admin']
const requests = scaled(10_000, 3)
const aimsOfRound = scaled(Number.POSITIVE_INFINITY, 60)
const atOnce = 4
const slowest = 5_000

/** What ends the session it is sent in, or changes the password of its sender. */
const endsSession = /^\/(logout|login\/(new-password|sessions|second-factor))/
/** What takes away the rows that others are sent about, or holds up every administrator; sent at the end of a stage. */
const takesAway = /\/(removal|delete|remove|status|withdraw|void|:role)$|\/void\/|\/security$/

type Run = {
  target: Target
  seed: number
  routes: Attacked[]
  findings: string[]
  ms: number[]
  statuses: Map<number, number>
  permissions: Map<string, Permission[]>
}

/**
 * Aims at every part of every route of app/routes.ts as each role, round after round, each on its own planting. What
 * is sent follows from the seed and the number of the request, so that one can be repeated alone.
 */
export async function fuzz(target: Target, seed: number): Promise<Outcome> {
  const routes = await routeTable()
  const permissions = await permissionsOf(target)
  const run: Run = { target, seed, routes, findings: [], ms: [], statuses: new Map(), permissions }
  const fields = new Set<string>()
  for (const [turn, role] of roles.entries()) {
    for (
      let round = 0;
      round === 0 || run.ms.length < (requests / roles.length) * (turn + 1);
      round += 1
    ) {
      const stage = await setStage(target)
      const served = await servedForms(target.address, routes, stage)
      const names = new Map(routes.map((route) => [route.pattern, fieldsOf(route, served)]))
      if (turn === 0 && round === 0) run.findings.push(...gapsIn(routes, stage.parts, names))
      for (const [pattern, known] of names)
        for (const name of known) fields.add(`${pattern} ${name}`)
      await playRound(run, { role, isFirst: round === 0, stage, served })
      console.log(
        `${run.ms.length} requests sent, the last as ${role}; ${run.findings.length} findings`,
      )
    }
  }
  const acting = routes.filter(({ acted }) => acted !== null).length
  const counts = [...run.statuses]
    .toSorted(([left], [right]) => left - right)
    .map(([status, count]) => `${count} × ${status}`)
  const tried =
    `${run.ms.length} requests, seed ${seed}: ${routes.length} routes, ${acting} of them with an action, ${fields.size} fields, ` +
    `each as ${roles.join(', ')}; answers ${counts.join(', ')}; slowest ${Math.round(Math.max(...run.ms))} ms`
  return { part: 'fuzzer', tried, findings: run.findings }
}

async function playRound(run: Run, round: Round) {
  const chance = chanceOf(run.seed * 100_003 + run.ms.length)
  const all = run.routes.flatMap((route) => aimsAt(route, round.served))
  const aims = mixed(chance, all).slice(0, aimsOfRound)
  const isLast = ({ route, method }: Aim) => method === 'POST' && takesAway.test(route.pattern)
  const inOrder = [...aims.filter((aim) => !isLast(aim)), ...aims.filter(isLast)]
  const began = run.ms.length
  for (let first = 0; first < inOrder.length; first += atOnce) {
    const group = inOrder.slice(first, first + atOnce)
    await Promise.all(group.map((aim, place) => send(run, round, aim, began + first + place)))
  }
}

/** The same in an order of chance. */
function mixed<Thing>(chance: Chance, values: Thing[]): Thing[] {
  return values
    .map((value) => ({ thing: value, at: chance() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ thing }) => thing)
}

async function send(run: Run, round: Round, aim: Aim, number: number) {
  const { target, seed, findings, ms, statuses } = run
  const { role, stage } = round
  const request = requestFor(chanceOf(seed * 100_003 + number), aim, round)
  const needsOwn = aim.method === 'POST' && role !== 'guest' && endsSession.test(aim.route.pattern)
  const cookie = needsOwn ? await newSession(target, role) : stage.cookies[role]
  const headers = {
    ...request.headers,
    ...(cookie && { cookie }),
    ...(request.method === 'POST' && { origin: target.address }),
    'x-forwarded-for': addressOfSender(number),
  }
  const first = await ask(target.address, { ...request, headers })
  // What others do on the machine may hold up one answer, hardly the same again.
  const heard = first.ms > slowest ? await ask(target.address, { ...request, headers }) : first
  ms.push(heard.ms)
  statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1)
  const faults = [
    ...faultsIn(heard, role, isNarrow(role) ? textOf(request) : ''),
    ...intrusionsIn(heard, request, role),
    ...excessIn(heard, request, run.permissions.get(role)),
  ]
  if (faults.length > 0)
    findings.push(`request ${number}, ${role}: ${shown(request)}: ${faults.join('; ')}`)
}

/** Each request from its own address, so that no limit for one address refuses it first. */
export const addressOfSender = (number: number) =>
  `198.18.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`

/** Someone who is shown an area that is not theirs; `_routes` asks for what stands around the page alone. */
function intrusionsIn({ status }: Heard, { path }: AttackRequest, role: Role): string[] {
  const [, area] =
    /^\/(admin-dashboard|manage-users|investment-dashboard)(?=[/?.]|$)/.exec(path) ?? []
  const isTheirs =
    role === 'admin' || isNarrow(role) || (role !== 'guest' && area === 'investment-dashboard')
  return area !== undefined && !isTheirs && status === 200
    ? ['answers 200 in an area that is not theirs']
    : []
}

const isNarrow = (role: Role): role is NarrowRole =>
  narrowRoles.some((narrowRole) => narrowRole === role)

async function permissionsOf({ dataDir }: Target): Promise<Map<string, Permission[]>> {
  const { rows } = await inDatabaseOf(dataDir, (client) =>
    client.query<{ role: string; permissions: Permission[] }>(
      'select role, array_agg(permission) as permissions from auth.role_permission where role = any($1) group by role',
      [narrowRoles],
    ),
  )
  return new Map(rows.map(({ role, permissions }) => [role, permissions]))
}

/** Staff who are answered, or whose form is taken, where their role does not include it. */
function excessIn(
  { status }: Heard,
  { path, method }: AttackRequest,
  own: readonly Permission[] | undefined,
): string[] {
  const [pathname = ''] = path.split(/[?#]/)
  // Addresses as pages write them; the others are answered before a route is chosen, or are data of several routes.
  if (!own || !/^\/(admin-dashboard|manage-users)(\/[\w:-]+)*$/.test(pathname)) return []
  if (isPermitted(own, pathname, method === 'POST')) return []
  const isAnswered = method === 'POST' ? status < 400 : status === 200
  return isAnswered ? [`answers ${status} without the permission`] : []
}

/** Support sees names in documents and messages, and no amount. */
function hiddenFrom(who: Who | NarrowRole): string[] {
  if (who === 'support') return markers.filter((marker) => /^[\d,.]+$/.test(marker))
  return ['admin', 'investor', 'cashier', 'auditor'].includes(who) ? [] : markers
}

/** What a request carries, readable. */
function textOf({ path, body }: AttackRequest): string {
  const text = `${path} ${typeof body === 'string' ? body : Buffer.from(body ?? '').toString('latin1')}`
  return text.replace(/(%[\da-f]{2})+/gi, (codes) =>
    Buffer.from(codes.replaceAll('%', ''), 'hex').toString(),
  )
}

/** `sent`: a refused form is shown again with what was typed, which is no news to its sender. */
export function faultsIn({ status, body, ms }: Heard, who: Who | NarrowRole, sent = ''): string[] {
  const seen = hiddenFrom(who).filter((marker) => body.includes(marker) && !sent.includes(marker))
  return [
    ...(status === 0 ? [`no answer (${body})`] : []),
    ...(status >= 500 ? [`${status}`] : []),
    ...(ms > slowest ? [`${Math.round(ms)} ms`] : []),
    ...(seen.length > 0 ? [`shows ${seen.join(', ')}`] : []),
  ]
}

function shown({ method, path, headers, body }: AttackRequest): string {
  const sent =
    body === undefined
      ? ''
      : ` ${headers?.['content-type']} ${JSON.stringify(String(body).slice(0, 200))}`
  return `${method} ${path.slice(0, 300)}${sent}`
}
