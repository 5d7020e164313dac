import pLimit, { type LimitFunction } from 'p-limit'
import { type Context, currentUser, visitorContext } from './session.server.ts'

const limits = new Map<string, LimitFunction>()

/**
 * At most two costly tasks (PDFs, exports) of one account run at a time in this process; others queue. A task whose
 * request was aborted by then is not started.
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
