import { restoreProject } from '../../../domain/projects/remove-project.server.ts'
import { asAdmin, logFault, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import type { Route } from './+types/route.ts'

const list = '/admin-dashboard/projects'

/** A form is sent here, and nothing is to be seen. */
export function loader() {
  throw notFound('file')
}

/** Takes an archived project back into the list; done twice, it is done. */
export async function action({ params: { projectId }, url, context }: Route.ActionArgs) {
  try {
    const restored = await asAdmin(context, async (admin) => {
      const answer = isId(projectId) ? await restoreProject(admin, projectId) : null
      if (!answer || ('refused' in answer && answer.refused === 'not-found')) throw notFound()
      return answer
    })
    const isPublic = 'published' in restored && restored.published
    return redirectWithToast(`${list}${url.search}`, {
      title: 'Project restored',
      ...(isPublic ? { text: 'It is on the public site again.' } : {}),
      kind: 'success',
    })
  } catch (fault) {
    const reference = logFault(context, 'a project was not restored', fault)
    const text = `Please try again later. Reference ${reference}`
    const toast: Toast = { title: 'Failed to restore project', text, kind: 'error' }
    return redirectWithToast(`${list}${url.search}`, toast)
  }
}
