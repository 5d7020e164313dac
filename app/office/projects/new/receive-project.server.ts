import { findInstallation } from '../../../domain/company/company.server.ts'
import { addProject } from '../../../domain/projects/add-project.server.ts'
import { type ActionArgs, formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery } from '../../../platform/session/session.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { deletePicture } from '../../parts/uploaded-picture.server.ts'
import { readProject } from './read-project.server.ts'

export function receiveProject(args: ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: () => adminQuery(context, findInstallation),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: (_, { uploadLimitBytes }, received) => readProject(received, uploadLimitBytes),
    run: async ({ value: { input, cover } }) => {
      const added = await adminCommand(context, (admin) => addProject(admin, input, cover))
      // Not after a fault: the project may be stored and the picture in use.
      if (cover && ('refused' in added || added.coverKey !== cover.picture.key))
        await deletePicture(cover.picture)
      return added
    },
    refusals: {
      'key-reused':
        'The form was already sent with different values. Reload the page and try again.',
      'slug-taken': { errors: { slug: 'Another project has this address, or had it before.' } },
      'in-the-future': ({ today }) => ({
        errors: {
          coverTakenOn: `This date is in the future. Choose ${formatDay(today)} or earlier.`,
        },
      }),
      'needs-picture': {
        errors: {
          cover: 'A published project needs a cover picture. Choose one, or publish it later.',
        },
      },
    },
    done: () => ({
      to: '/admin-dashboard/projects',
      toast: { title: 'Project added', kind: 'success' },
    }),
    failed: 'Failed to add project',
  })
}
