import type { ActionResponse } from '../../platform/http/form-action.server.ts'

/** Reply to a fetch upload: a refusal as JSON, or the target in `Location` under a status browsers do not follow. */
export async function answerScript(action: Promise<ActionResponse>): Promise<Response> {
  const answer = await action
  return answer instanceof Response
    ? new Response(null, { status: 204, headers: answer.headers })
    : Response.json(answer.data, answer.init ?? {})
}
