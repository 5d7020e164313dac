import { inTurnByKey } from './in-turn.ts'
import { type Context, signedIn, visitorContext } from './session.server.ts'

const twoOfEach = inTurnByKey(2)

/**
 * Lets at most two costly tasks of one account run at a time in this process, PDFs and exports together; further ones wait
 * for their turn, and one whose request was given up by then is not begun.
 */
export async function inTurnOfAccount<Result>(
  context: Context,
  task: () => Promise<Result>,
): Promise<Result> {
  const { request, clientAddress } = context.get(visitorContext)
  const account = (await signedIn(context))?.userId ?? clientAddress ?? ''
  return twoOfEach(account, () => {
    if (request.signal.aborted) throw new Response(null, { status: 408 })
    return task()
  })
}
