import type { Answered } from '../../platform/http/form-action.server.ts'

/**
 * The answer to script that counts the bytes on their way: a refusal as JSON, or the way to go on in `Location`, with the
 * toast, under a status that no browser follows by itself.
 */
export async function answerScript(action: Promise<Answered>): Promise<Response> {
  const answer = await action
  return answer instanceof Response
    ? new Response(null, { status: 204, headers: answer.headers })
    : Response.json(answer.data, answer.init ?? {})
}
