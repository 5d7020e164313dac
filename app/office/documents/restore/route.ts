import { restoreDocument } from '../../../domain/documents/remove-document.server.ts'
import { asAdmin, logFault, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import type { Route } from './+types/route.ts'

/** A form is sent here, and nothing is to be seen. */
export function loader() {
  throw notFound('file')
}

/** Takes an archived document back into the lists; done twice, it is done. */
export async function action({ params: { id }, url, context }: Route.ActionArgs) {
  const list = `/admin-dashboard/documents${url.search}`
  try {
    await asAdmin(context, async (admin) => {
      const answer = isId(id) ? await restoreDocument(admin, id) : { refused: 'not-found' as const }
      if ('refused' in answer && answer.refused === 'not-found') throw notFound()
    })
    return redirectWithToast(list, { title: 'Document restored', kind: 'success' })
  } catch (fault) {
    const reference = logFault(context, 'a document was not restored', fault)
    const text = `Please try again later. Reference ${reference}`
    const toast: Toast = { title: 'Error restoring document', text, kind: 'error' }
    return redirectWithToast(list, toast)
  }
}
