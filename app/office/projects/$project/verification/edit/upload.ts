import { notFound } from '../../../../../platform/session/session.server.ts'
import { answerScript } from '../../../../parts/answer-upload.server.ts'
import { receiveItem } from '../receive-item.server.ts'
import type { Route } from './+types/upload.ts'

export function loader() {
  throw notFound('file')
}

/** Upload endpoint for the form with JavaScript, which shows progress. */
export function action(args: Route.ActionArgs) {
  return answerScript(receiveItem(args))
}
