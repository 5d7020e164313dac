import { restoreDocument } from '../../../domain/documents/remove-document.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, notFound, requireAdmin } from '../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

export function loader() {
  throw notFound('file')
}

/** Idempotent. */
export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const to = `/admin-dashboard/documents${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    run: async () => {
      const restored = await adminCommand(context, (admin) => restoreDocument(admin, params.id))
      return 'refused' in restored && restored.refused === 'not-archived' ? null : restored
    },
    refusals: {},
    done: () => ({ to, toast: { title: 'Document restored', kind: 'success' } }),
    failed: { title: 'Error restoring document', to },
  })
}
