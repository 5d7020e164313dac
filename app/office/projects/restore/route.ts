import { restoreProject } from '../../../domain/projects/remove-project.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, notFound, requireAdmin } from '../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

export function loader() {
  throw notFound('file')
}

/** Idempotent. */
export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const to = `/admin-dashboard/projects${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    run: async () => {
      const restored = await adminCommand(context, (admin) =>
        restoreProject(admin, params.projectId),
      )
      return 'refused' in restored && restored.refused === 'not-archived'
        ? { published: false }
        : restored
    },
    refusals: {},
    done: ({ published }) => ({
      to,
      toast: {
        title: 'Project restored',
        ...(published ? { text: 'It is on the public site again.' } : {}),
        kind: 'success',
      },
    }),
    failed: { title: 'Failed to restore project', to },
  })
}
