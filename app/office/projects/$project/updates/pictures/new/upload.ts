import { notFound } from '../../../../../../platform/session/session.server.ts'
import { answerScript } from '../../../../../parts/answer-upload.server.ts'
import type { Route } from './+types/upload.ts'
import { pictureOfUpdate } from './picture-of-update.server.ts'

/** A form is sent here, and nothing is to be seen. */
export function loader() {
  throw notFound('file')
}

/** Where the dialog sends its form when script runs, so that it can show how far the picture is. */
export function action(args: Route.ActionArgs) {
  return answerScript(pictureOfUpdate(args))
}
