import { notFound } from '../../../../platform/session/session.server.ts'
import { answerScript } from '../../../parts/answer-upload.server.ts'
import { receiveStatement } from '../receive-statement.server.ts'
import type { Route } from './+types/route.ts'

export function loader() {
  throw notFound('file')
}

/** Upload endpoint for the page with JavaScript, which shows progress. */
export function action(args: Route.ActionArgs) {
  return answerScript(receiveStatement(args))
}
