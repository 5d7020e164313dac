import {
  addressOf,
  dropCopy,
  findCopy,
  findKeptFile,
  forgetCopies,
  keepCopy,
  keptAddresses,
  oweLogout,
  owesLogout,
  settleLogout,
} from '../../ui/kept-copies.ts'
import {
  forgetAddress,
  isEverybodys,
  isKeptPage,
  isKeptPaper,
  isLogo,
  isOwnPortal,
  pageReadBy,
} from './addresses.ts'
import { logoutLost, neverSeen, notSent, type OfflineLook, page } from './notices.ts'

/** What the worker needs of the browser. `wait` ends after so many milliseconds. */
export type World = {
  storage: CacheStorage
  /** The company's, on the worker's own pages. */
  look: OfflineLook
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  now: () => number
  wait: (ms: number) => Promise<void>
  /** What the browser has asked for already, before the worker was awake. */
  preloaded: Promise<Response | undefined>
  /** Has `finishLogout` called when there is a connection again, also with no page open; nothing where browsers cannot. */
  whenConnected: () => Promise<void>
  /** Tells every tab, copies too, that somebody has logged out. */
  tellTabs: () => void
  /** Goes on with it after the answer was given. */
  later: (work: Promise<unknown>) => void
  /** Whether a page has just had no answer and leads to a copy; said once. */
  takeSilence: () => boolean
}

/** A line that answers nothing for so long is none. */
const patienceMs = 8000

/** The status of a redirect that the router reads as data. */
const redirectByScript = 202

/** How a request is answered; null when it is none of the worker's business, streams and writes of script among them. */
export function answerTo(request: Request, world: World): Promise<Response> | null {
  const url = new URL(request.url)
  const isPage = request.mode === 'navigate'
  if (isPage && url.pathname === forgetAddress)
    return request.method === 'POST' ? logOut(world) : leave(world)
  if (isPage && isOwnPortal(url))
    return request.method === 'GET' ? open(request, url, world) : send(request, world)
  if (request.method !== 'GET') return null
  if (request.destination === 'style' || request.destination === 'font' || isLogo(url))
    return file(request, world)
  const asked = pageReadBy(url)
  return asked && isKeptPage(asked) ? read(request, asked, world) : null
}

/** A page or paper: from the network, and where nothing comes from there, the copy. A logout that is owed comes first. */
async function open(request: Request, url: URL, world: World): Promise<Response> {
  if (await owesLogout(world.storage)) return forget(world)
  const isPaper = isKeptPaper(url)
  const address = isPaper ? url.pathname : addressOf(url)
  const mayBeKept = isPaper || isKeptPage(url)
  const copy = mayBeKept ? await findCopy(world.storage, address, world.now()) : null
  const asked = world.preloaded.then((preloaded) => preloaded ?? world.fetch(request))
  const answer = await within(copy && (world.takeSilence() ? 0 : patienceMs), asked, world)
  if (answer === null)
    return copy ?? page(neverSeen(await keptAddresses(world.storage, world.now())), world.look)
  if (mayBeKept) await learn(answer, address, world)
  if (isPaper) world.later(keepPaper(answer.clone(), address, world))
  return answer
}

/**
 * What a page that runs asks for a screen. Without an answer it says so itself and stays as it is: a worker cannot tell
 * whether somebody went there or has gone elsewhere since, and where the page knows, it leads to the copy.
 */
async function read(request: Request, asked: URL, world: World): Promise<Response> {
  if (await owesLogout(world.storage)) await finishLogout(world)
  const answer = await within(null, world.fetch(request), world)
  if (answer === null) return Response.error()
  await learn(answer, addressOf(asked), world)
  return answer
}

/** The answer, if it comes in time; null also when nothing comes at all. */
async function within(
  patience: number | null,
  asked: Promise<Response>,
  { wait }: Pick<World, 'wait'>,
): Promise<Response | null> {
  // Whatever keeps the network from answering, there is no answer.
  const answered = asked.then(
    (answer) => answer,
    () => null,
  )
  return patience === null ? answered : Promise.race([answered, wait(patience).then(() => null)])
}

/**
 * What the answer says about the copies. Whoever is led away is signed out, or somebody else by now: nothing of theirs
 * stays. What is not there goes; an administrator does not find the screens that every investor has.
 */
async function learn(answer: Response, address: string, { storage }: World): Promise<void> {
  const isLedAway =
    answer.type === 'opaqueredirect' || answer.redirected || answer.status === redirectByScript
  if (isLedAway || (answer.status === 404 && isEverybodys(address))) {
    await Promise.all([forgetCopies(storage), isLedAway && settleLogout(storage)])
  } else if (answer.status === 404) await dropCopy(storage, address)
}

/** The server names the account whose paper it is, and nobody where somebody else looks at it. */
async function keepPaper(
  answer: Response,
  address: string,
  { storage, now }: World,
): Promise<void> {
  const account = answer.headers.get('Kept-For')
  if (answer.status !== 200 || !account) return
  const headers: Record<string, string> = {}
  for (const name of [
    'Content-Type',
    'Content-Disposition',
    'X-Content-Type-Options',
    'Content-Security-Policy',
  ]) {
    const value = answer.headers.get(name)
    if (value !== null) headers[name] = value
  }
  await keepCopy(storage, { account, address, body: await answer.blob(), headers, at: now() })
}

async function send(request: Request, world: World): Promise<Response> {
  return (
    (await within(null, world.fetch(request), world)) ??
    page(notSent(new URL(request.url).pathname), world.look)
  )
}

async function file(request: Request, world: World): Promise<Response> {
  const answer = await within(null, world.fetch(request), world)
  return answer ?? (await findKeptFile(world.storage, request)) ?? Response.error()
}

/** The logout of a copy: what the other tabs show goes as well, once the worker knows what it owes. */
async function logOut(world: World): Promise<Response> {
  const answer = await forget(world)
  world.tellTabs()
  return answer
}

/** Where a page goes that has shown what is forgotten: the background may have ended the session already. */
async function leave(world: World): Promise<Response> {
  return (await owesLogout(world.storage))
    ? forget(world, world.takeSilence() ? 0 : patienceMs)
    : toSignIn()
}

const toSignIn = () => new Response(null, { status: 303, headers: { Location: '/login' } })

/** What is kept goes at once, and the session too where the server can be asked, or once it can. */
async function forget(world: World, patience = patienceMs): Promise<Response> {
  await Promise.all([forgetCopies(world.storage), oweLogout(world.storage)])
  if (await finishLogout(world, patience)) return toSignIn()
  await world.whenConnected()
  return page(logoutLost, world.look)
}

/** Ends the session of whoever logged out without a connection. False where the server can still not be asked. */
export async function finishLogout(
  world: Pick<World, 'fetch' | 'storage' | 'wait'>,
  patience = patienceMs,
): Promise<boolean> {
  if (!(await owesLogout(world.storage))) return true
  const asked = world.fetch('/logout?from=sidebar', { method: 'POST', redirect: 'manual' })
  const answer = await within(patience, asked, world)
  if (answer?.type !== 'opaqueredirect') return false
  await settleLogout(world.storage)
  return true
}
