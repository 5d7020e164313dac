import { createContext, data, type RouterContextProvider, redirect } from 'react-router'
import type { Permission } from '../../values/staff-role.ts'
import { clock } from '../clock.server.ts'
import { queryWithoutRole } from '../database/connections.server.ts'
import {
  type AdminActor,
  type GuestActor,
  type InvestorActor,
  type InvestorReader,
  type RequestReads,
  transact,
  transactOnReplica,
  transactReadOnly,
} from '../database/database.server.ts'
import { pagePath, pageWithFile } from '../http/page-path.ts'
import { isSent, notSaved, refuseOtherUsersForm } from '../http/sent-forms.server.ts'
import { log, pathForLog } from '../observability/log.server.ts'
import { sessionCookieOf, sessionToken } from './auth.server.ts'
import { findSession, isMadeInBackground } from './find-session.server.ts'
import type { RequestUser, SignedInUser } from './signed-in-user.ts'

/** One request as the guards see it; made by server/app.ts. */
export type Visitor = {
  request: Request
  clientAddress: string | undefined
  requestId: string
  nonce: string | undefined
  session?: Promise<SignedInUser | null>
  ownInvestor?: Promise<string | null>
  /** The signed-in member of staff has no permission for this address (app/office/guard.ts). */
  isForbidden?: boolean
  reads?: RequestReads
  /** Set-Cookie values that server/app.ts adds to the response. */
  cookies?: string[]
}

export const visitorContext = createContext<Visitor>()
export type Context = Readonly<Pick<RouterContextProvider, 'get'>>

export function clientInfo(context: Context): {
  cookies: string | null
  clientAddress: string | undefined
} {
  const { request, clientAddress } = context.get(visitorContext)
  return { cookies: request.headers.get('cookie'), clientAddress }
}

const dashboards = { admin: '/admin-dashboard', investor: '/investment-dashboard' } as const
export const dashboardOf = (role: SignedInUser['role']): string => dashboards[role]

/** The live session of this request, looked up once; null for a guest. */
export function currentUser(context: Context): Promise<SignedInUser | null> {
  const visitor = context.get(visitorContext)
  visitor.session ??= findSession(visitor.request)
  return visitor.session
}

/** Live updates and offline copies do not count as activity of the user. */
export function isBackgroundRequest(context: Context): boolean {
  return isMadeInBackground(context.get(visitorContext).request)
}

/** What a user of the wrong role gets: `page` redirects to their own dashboard, `file` is a plain 404. */
export type Answer = 'page' | 'file'

/** The signed-in user of this role; throws a redirect or 404 for everyone else. */
export async function requireRole(
  context: Context,
  role: SignedInUser['role'],
  answer: Answer,
): Promise<SignedInUser> {
  const user = await currentUser(context)
  const { request } = context.get(visitorContext)
  if (!user) throw sessionEnded(request, answer)
  refuseOtherUsersForm(user, request)
  if (user.hold) throw firstAt(holdPages[user.hold], request, answer)
  if (user.role === role) return user
  log.warn('page of another role requested', {
    userId: user.userId,
    path: pathForLog(request),
  })
  const isByScript = new URL(request.url).pathname.endsWith('.data')
  if (answer === 'page' && request.method === 'GET' && !isByScript)
    throw redirect(dashboardOf(user.role))
  throw notFound(answer)
}

const sessionEnded = (request: Request, answer: Answer) =>
  isSent(request) ? notSaved(request) : firstAt('/login', request, answer, whySignIn(request))

const holdPages = {
  password: '/login/new-password',
  'second-factor': '/login/second-factor/set-up',
} as const

/** Redirects to `page` with the way back in `next`; a file fetched by script gets a 404. */
function firstAt(page: string, request: Request, answer: Answer, why = '') {
  const url = new URL(request.url)
  if (answer === 'file' && !isNavigation(request)) return notFound('file')
  const next = answer === 'file' ? pageWithFile(url) : pagePath(url)
  return redirect(`${page}?next=${encodeURIComponent(next)}${why}`)
}

/** The sign-in page explains an expired session; a guest needs no explanation. */
const whySignIn = ({ headers }: Request) => (sessionToken(headers.get('cookie')) ? '&ended' : '')

/**
 * The signed-in user of either role, even while a new password or second factor is required. Only for pages about their
 * own account. A guest is redirected to sign-in.
 */
export async function requireUser(context: Context): Promise<RequestUser> {
  const user = await currentUser(context)
  if (!user) throw redirect('/login')
  refuseOtherUsersForm(user, context.get(visitorContext).request)
  return { ...user, ...clientInfo(context) }
}

/** Sends the browser a new session token with the response to this request. */
export async function replaceSessionToken(context: Context, token: string): Promise<void> {
  const visitor = context.get(visitorContext)
  visitor.cookies = [...(visitor.cookies ?? []), await sessionCookieOf(token)]
}

/** Browsers omit Sec-Fetch-Mode without https; then the Accept header decides. */
export function isNavigation({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  return mode === null ? (headers.get('accept') ?? '').includes('text/html') : mode === 'navigate'
}

/** A 404 to throw, the same whether something does not exist or belongs to another user. */
export function notFound(answer: Answer = 'page') {
  if (answer === 'page') return data(null, { status: 404, statusText: 'Not Found' })
  return new Response('This page doesn’t exist, or you don’t have access to it.', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** A 403 to throw, for staff: another role of staff may do this. */
export function forbidden(answer: Answer) {
  if (answer === 'page') return data(null, { status: 403, statusText: 'Forbidden' })
  return new Response('Your role does not include this.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** Throws as `requireAdmin`, and a 403 for staff without this permission, for the few pages outside the back office's guard. */
export async function requirePermission(context: Context, permission: Permission): Promise<void> {
  const { permissions } = await requireRole(context, 'admin', 'page')
  if (!permissions.includes(permission)) throw forbidden('page')
}

/** What the signed-in member of staff may do; empty for everyone else. */
export async function ownPermissions(context: Context): Promise<readonly Permission[]> {
  return (await currentUser(context))?.permissions ?? []
}

/** As `notFound('file')`, but a browser navigation is redirected to `page`, which explains and leads back. */
export function fileNotFound(request: Request, page: string) {
  return isNavigation(request) ? redirect(page) : notFound('file')
}

/** Logs an error and returns the request id to show on the screen. Thrown responses are thrown again. */
export function logFault(context: Context, message: string, fault: unknown): string {
  if (!(fault instanceof Error)) throw fault
  const { requestId } = context.get(visitorContext)
  log.error(message, fault, { requestId })
  return requestId
}

export type AdminWork<Result> = (admin: AdminActor) => Promise<Result>

/** Runs `work` in one transaction as the signed-in administrator. Throws a redirect or 404 for everyone else. */
export async function adminCommand<Result>(
  context: Context,
  work: AdminWork<Result>,
  answer: Answer = 'page',
): Promise<Result> {
  return stillStaff(context, answer, transact(await requireAdmin(context, answer), work))
}

/** The database refuses accounts that were closed or demoted since the request began (app.act_as): their session ended. */
async function stillStaff<Result>(context: Context, answer: Answer, working: Promise<Result>) {
  try {
    return await working
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === '28000')) throw fault
    throw sessionEnded(context.get(visitorContext).request, answer)
  }
}

/**
 * `replica`: the replica may answer, for long reads such as exports; it never answers with an older state. `anyStaff`: also
 * where the address needs a permission that the user has not, for what surrounds the page.
 */
type QueryOptions = { answer?: Answer; replica?: boolean; anyStaff?: boolean }

/** Runs a read-only `work`, in the transaction that the loaders of one request share. `work` may run twice. */
export async function adminQuery<Result>(
  context: Context,
  work: AdminWork<Result>,
  { answer = 'page', replica = false, anyStaff = false }: QueryOptions = {},
): Promise<Result> {
  const admin = await (anyStaff ? requireStaff : requireAdmin)(context, answer)
  const reading = replica ? transactOnReplica(admin, work) : transactReadOnly(admin, work)
  return stillStaff(context, answer, reading)
}

/** Throws a redirect or 404 for everyone else, and 403 for staff without the permission this address needs. */
export async function requireAdmin(context: Context, answer: Answer = 'page') {
  const admin = await requireStaff(context, answer)
  if (context.get(visitorContext).isForbidden) throw forbidden(answer)
  return admin
}

async function requireStaff(context: Context, answer: Answer) {
  const { userId } = await requireRole(context, 'admin', answer)
  return {
    role: 'admin',
    userId,
    clientAddress: context.get(visitorContext).clientAddress,
  } as const
}

export type Read<Result> = (reader: InvestorReader) => Promise<Result>

/** Runs `work` in one transaction as the signed-in investor, never in view mode. */
export async function investorCommand<Result>(
  context: Context,
  work: (investor: InvestorActor) => Promise<Result>,
  answer: Answer = 'page',
): Promise<Result> {
  return transact(await requireInvestor(context, answer), work)
}

/** A read-only `work`, in the transaction that the loaders of one request share. `work` may run twice. */
export async function investorQuery<Result>(
  context: Context,
  work: Read<Result>,
  answer: Answer,
): Promise<Result> {
  return transactReadOnly(await requireInvestor(context, answer), work)
}

export async function requireInvestor(context: Context, answer: Answer = 'page') {
  const { userId, investorId: linked } = await requireRole(context, 'investor', answer)
  const visitor = context.get(visitorContext)
  // Looked up once, before a loader holds a connection.
  if (!linked) visitor.ownInvestor ??= ownInvestor(context)
  const investorId = linked ?? (await visitor.ownInvestor)
  if (!investorId) throw notFound(answer)
  const { clientAddress } = visitor
  return { role: 'investor', userId, investorId, clientAddress } as const
}

/** Links an account to the investor with its confirmed email address, or creates one. */
async function ownInvestor(context: Context): Promise<string | null> {
  const { cookies, clientAddress } = clientInfo(context)
  const token = sessionToken(cookies)
  if (!token) return null
  const found = await queryWithoutRole<{ id: string | null }>({
    text: 'select app.own_investor($1, $2, $3) as id',
    values: [token, clock.today(), clientAddress],
  })
  return found?.id ?? null
}

/** Runs `work` in one transaction with a guest's rights, also for a signed-in user. */
export function guestCommand<Result>(
  context: Context,
  work: (guest: GuestActor) => Promise<Result>,
): Promise<Result> {
  return transact({ role: 'guest', clientAddress: context.get(visitorContext).clientAddress }, work)
}

/** Reads public content with a guest's rights. The replica may answer, never with an older state. */
export function guestQuery<Result>(
  context: Context,
  work: (guest: GuestActor) => Promise<Result>,
): Promise<Result> {
  return transactOnReplica(
    { role: 'guest', clientAddress: context.get(visitorContext).clientAddress },
    work,
  )
}
