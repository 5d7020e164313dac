import { createContext, data, type RouterContextProvider, redirect } from 'react-router'
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
import { isSent, notSaved, refuseFormOfAnother } from '../http/sent-forms.server.ts'
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
  reads?: RequestReads
  /** What the answer, whatever it is, gives the browser besides; sent by server/app.ts. */
  cookies?: string[]
}

export const visitorContext = createContext<Visitor>()
export type Context = Readonly<Pick<RouterContextProvider, 'get'>>

/** Where a request comes from: which browser, by its cookies, and at which client address. */
export function clientInfo(context: Context): {
  cookies: string | null
  clientAddress: string | undefined
} {
  const { request, clientAddress } = context.get(visitorContext)
  return { cookies: request.headers.get('cookie'), clientAddress }
}

const dashboards = { admin: '/admin-dashboard', investor: '/investment-dashboard' } as const
/** The dashboard of a role. */
export const dashboardOf = (role: SignedInUser['role']): string => dashboards[role]

/** The live session of this request, looked up once; null for a guest. */
export function currentUser(context: Context): Promise<SignedInUser | null> {
  const visitor = context.get(visitorContext)
  visitor.session ??= findSession(visitor.request)
  return visitor.session
}

/** Whether a page asked by itself, because something changed: that is no use of it. */
export function isBackgroundRequest(context: Context): boolean {
  return isMadeInBackground(context.get(visitorContext).request)
}

/** What somebody of the wrong role is answered: pages lead to their own dashboard, everything else is not there. */
export type Answer = 'page' | 'file'

async function requireRole(
  context: Context,
  role: SignedInUser['role'],
  answer: Answer,
): Promise<SignedInUser> {
  const person = await currentUser(context)
  const { request } = context.get(visitorContext)
  if (!person)
    throw isSent(request)
      ? notSaved(request)
      : firstAt('/login', request, answer, whySignIn(request))
  refuseFormOfAnother(person, request)
  if (person.hold) throw firstAt(holdPages[person.hold], request, answer)
  if (person.role === role) return person
  log.warn('an address of the other role was asked for', {
    userId: person.userId,
    path: pathForLog(request),
  })
  const isByScript = new URL(request.url).pathname.endsWith('.data')
  if (answer === 'page' && request.method === 'GET' && !isByScript)
    throw redirect(dashboardOf(person.role))
  throw notFound(answer)
}

const holdPages = {
  password: '/login/new-password',
  'second-factor': '/login/second-factor/set-up',
} as const

/** Leads to what comes before the page, and from there back to it; a file that nobody waits for is not there. */
function firstAt(page: string, request: Request, answer: Answer, why = '') {
  const url = new URL(request.url)
  if (answer === 'file' && !isNavigation(request)) return notFound('file')
  const next = answer === 'file' ? pageWithFile(url) : pagePath(url)
  return redirect(`${page}?next=${encodeURIComponent(next)}${why}`)
}

/** Whose session ran out, or was ended elsewhere, reads there why they sign in once more; a guest needs no reason. */
const whySignIn = ({ headers }: Request) => (sessionToken(headers.get('cookie')) ? '&ended' : '')

/**
 * Whoever is signed in, of either role and whatever holds them up: for the pages about one's own account, never for
 * what is anybody else's. A guest is led to the sign-in.
 */
export async function requireUser(context: Context): Promise<RequestUser> {
  const person = await currentUser(context)
  if (!person) throw redirect('/login')
  refuseFormOfAnother(person, context.get(visitorContext).request)
  return { ...person, ...clientInfo(context) }
}

/** Gives this browser another token for its session, with whatever this request is answered. */
export async function replaceSessionToken(context: Context, token: string): Promise<void> {
  const visitor = context.get(visitorContext)
  visitor.cookies = [...(visitor.cookies ?? []), await sessionCookieOf(token)]
}

/** Somebody is looking at the answer. Without https a browser does not say so, except that it wants a page. */
export function isNavigation({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  return mode === null ? (headers.get('accept') ?? '').includes('text/html') : mode === 'navigate'
}

/**
 * The answer to what does not exist, or belongs to somebody else: nobody can tell which. Throw it. A page shows its own
 * words; a file's address answers a sentence.
 */
export function notFound(answer: Answer = 'page') {
  if (answer === 'page') return data(null, { status: 404, statusText: 'Not Found' })
  return new Response('This page doesn’t exist, or you don’t have access to it.', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/**
 * The answer to the address of a paper or file that does not exist, or belongs to somebody else. Throw it. Somebody who
 * looks at it is led to `page`, an address of the area that says so with a way back; a program reads a sentence.
 */
export function fileNotFound(request: Request, page: string) {
  return isNavigation(request) ? redirect(page) : notFound('file')
}

/**
 * Notes what went wrong in an action that keeps what was typed, and gives the reference under which the log has it: the
 * screen names it. What is thrown on purpose, a redirect or a 404, is thrown on.
 */
export function logFault(context: Context, what: string, fault: unknown): string {
  if (!(fault instanceof Error)) throw fault
  const { requestId } = context.get(visitorContext)
  log.error(what, fault, { requestId })
  return requestId
}

/** What is done for an administrator, within their transaction. */
export type AdminWork<Result> = (admin: AdminActor) => Promise<Result>

/** Runs `work` as the signed-in administrator, in the one transaction of this loader or action. */
export async function adminCommand<Result>(
  context: Context,
  work: AdminWork<Result>,
  answer: Answer = 'page',
): Promise<Result> {
  return transact(await requireAdmin(context, answer), work)
}

/** `replica`: the replica may answer, for long reads such as exports; it never answers with an older state. */
type QueryOptions = { answer?: Answer; replica?: boolean }

/** Runs a read-only `work`, in the transaction that the loaders of one request share. `work` may run twice. */
export async function adminQuery<Result>(
  context: Context,
  work: AdminWork<Result>,
  { answer = 'page', replica = false }: QueryOptions = {},
): Promise<Result> {
  const admin = await requireAdmin(context, answer)
  return replica ? transactOnReplica(admin, work) : transactReadOnly(admin, work)
}

/** The signed-in administrator; everybody else is answered as by `adminCommand`. */
export async function requireAdmin(context: Context, answer: Answer = 'page') {
  const { userId } = await requireRole(context, 'admin', answer)
  return {
    role: 'admin',
    userId,
    clientAddress: context.get(visitorContext).clientAddress,
  } as const
}

/**
 * The investor an administrator asks to look at, by the address of this very request (decisions §2, view mode); null for
 * everybody else, whatever the address says. Whether there is such an investor is the portal's guard to find out.
 */
export async function viewedInvestorId(context: Context): Promise<string | null> {
  const asked = new URL(context.get(visitorContext).request.url).searchParams.get('investorId')
  if (asked === null) return null
  const person = await currentUser(context)
  return person?.role === 'admin' ? asked : null
}

/** Work that only reads what an investor may read. */
export type Read<Result> = (reader: InvestorReader) => Promise<Result>

/**
 * Runs `work` with the rights to read of an investor whom a signed-in administrator looks at, in a read-only
 * transaction audited as the administrator's. For the portal's guard, which has checked the id.
 */
export async function viewedInvestorQuery<Result>(
  context: Context,
  investorId: string,
  work: Read<Result>,
  answer: Answer,
): Promise<Result> {
  const { userId } = await requireRole(context, 'admin', answer)
  const { clientAddress } = context.get(visitorContext)
  return transactReadOnly(
    { role: 'investor', userId, investorId, viewedBy: 'admin', clientAddress },
    work,
  )
}

/** Runs `work` as the signed-in investor, never in view mode; the portal's reads go through its own guard. */
export async function investorCommand<Result>(
  context: Context,
  work: (investor: InvestorActor) => Promise<Result>,
  answer: Answer = 'page',
): Promise<Result> {
  return transact(await requireInvestor(context, answer), work)
}

/**
 * As `investorCommand`, for what only reads: the loaders of one request share a transaction. `work` may run twice.
 */
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

/** The investor of an account that none is linked to yet: found by its confirmed address, else made (decisions §2). */
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

/** Runs `work` with the rights of somebody who has not signed in, whoever asks. */
export function guestCommand<Result>(
  context: Context,
  work: (guest: GuestActor) => Promise<Result>,
): Promise<Result> {
  return transact({ role: 'guest', clientAddress: context.get(visitorContext).clientAddress }, work)
}

/** As `guestCommand`, for what only reads and is anybody's: a replica answers it where there is one, never with an older state. */
export function guestQuery<Result>(
  context: Context,
  work: (guest: GuestActor) => Promise<Result>,
): Promise<Result> {
  return transactOnReplica(
    { role: 'guest', clientAddress: context.get(visitorContext).clientAddress },
    work,
  )
}
