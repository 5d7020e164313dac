import { notFound } from '../../../../platform/session/session.server.ts'
import { answerScript } from '../../../parts/answer-upload.server.ts'
import { pageBehindDocumentDialog } from '../../../paths.ts'
import { receiveEdit } from '../receive-edit.server.ts'
import type { Route } from './+types/route.ts'

export function loader() {
  throw notFound('file')
}

/** Upload endpoint for the dialog with JavaScript, which shows progress. */
export function action(args: Route.ActionArgs) {
  return answerScript(receiveEdit(args, pageBehindDocumentDialog(args.url, args.params.id)))
}
