import { logView } from '../domain/investors/view-mode.server.ts'
import { type audit, auditDownload } from '../platform/events.server.ts'
import {
  type Answer,
  adminCommand,
  type Context,
  currentUser,
  investorCommand,
  investorQuery,
  notFound,
  type Read,
} from '../platform/session/session.server.ts'
import { viewedInvestorId, viewedInvestorQuery } from '../platform/session/view-mode.server.ts'
import { accountHeader } from './offline/addresses.ts'
import { portalAddress } from './parts/portal-link.tsx'

/**
 * Runs a read as the signed-in investor or, when an administrator's address names an investor, with that investor's
 * privileges. Throws a 404 for an unknown id. Writes use `investorCommand`, which refuses administrators.
 */
export async function viewerQuery<Result>(
  context: Context,
  work: Read<Result>,
  answer: Answer = 'page',
): Promise<Result> {
  const viewed = await viewedInvestorId(context)
  if (viewed === null) return investorQuery(context, work, answer)
  const view = await adminCommand(context, (admin) => logView(admin, viewed), answer)
  if ('refused' in view) throw notFound(answer)
  return viewedInvestorQuery(context, viewed, work, answer)
}

/** The address of a portal page; in view mode it names the investor. */
export async function viewerPath(context: Context, page: string): Promise<string> {
  const investorId = await viewedInvestorId(context)
  return portalAddress(page, investorId === null ? null : { investorId })
}

/** Logs a download in its own transaction, because a view's transaction is read-only. */
export function logDownload(
  context: Context,
  subject: string,
  subjectId: string,
  facts: Record<string, number> = {},
): Promise<void> {
  return logAsViewer(context, (looker, whose) =>
    auditDownload(looker, subject, subjectId, { ...facts, ...whose }),
  )
}

/** Allows the investor's own device to store a response offline; never an administrator's. */
export async function allowOfflineCopy(context: Context, response: Response): Promise<Response> {
  const account = (await viewedInvestorId(context)) === null ? await currentUser(context) : null
  if (account) response.headers.set(accountHeader, account.userId)
  return response
}

type Viewer = Parameters<typeof audit>[0]

/** Logs an action of the viewer. `whose` names the investor in view mode only. */
export async function logAsViewer(
  context: Context,
  note: (looker: Viewer, whose: { investorId: string } | Record<string, never>) => Promise<void>,
): Promise<void> {
  const viewed = await viewedInvestorId(context)
  if (viewed === null) return investorCommand(context, (investor) => note(investor, {}), 'file')
  return adminCommand(context, (admin) => note(admin, { investorId: viewed }), 'file')
}
