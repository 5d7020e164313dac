import pLimit, { type LimitFunction } from 'p-limit'
import { type Context, currentUser, visitorContext } from './session.server.ts'

const limits = new Map<string, LimitFunction>()

/**
 * Lets at most two costly tasks of one account run at a time in this process, PDFs and exports together; further ones wait
 * for their turn, and one whose request was given up by then is not begun.
 */
export async function limitPerAccount<Result>(
  context: Context,
  task: () => Promise<Result>,
): Promise<Result> {
  const { request, clientAddress } = context.get(visitorContext)
  const account = (await currentUser(context))?.userId ?? clientAddress ?? ''
  const limit = limits.get(account) ?? pLimit(2)
  limits.set(account, limit)
  try {
    return await limit(() => {
      if (request.signal.aborted) throw new Response(null, { status: 408 })
      return task()
    })
  } finally {
    if (limit.activeCount + limit.pendingCount === 0) limits.delete(account)
  }
}
