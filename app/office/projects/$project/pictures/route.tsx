import { Outlet, redirect } from 'react-router'
import { picturesOf } from '../../../../domain/projects/covers.server.ts'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { MovePictureSchema } from '../../../../domain/projects/picture-schema.ts'
import { movePicture } from '../../../../domain/projects/project-pictures.server.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { isId } from '../../../../values/id.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { PictureOrder } from './picture-order.tsx'
import { useMoves } from './use-moves.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    return { project, pictures: (await picturesOf(admin, [project.id])).get(project.id) ?? [] }
  })
}

/** Positions are counted from 1. */
export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const to = `/admin-dashboard/projects/${params.projectId}/pictures`
  const title = 'Failed to move the image'
  return formAction(args, {
    guard: requireAdmin,
    schema: MovePictureSchema,
    unreadable: () => ({
      to,
      toast: {
        title,
        text: 'The order was not changed. Reload the page and try again.',
        kind: 'error',
      },
    }),
    run: ({ value }) =>
      adminCommand(context, (admin) => movePicture(admin, params.projectId, value)),
    refusals: {},
    done: () => redirect(to, 303),
    failed: { title, text: 'The order was not changed. Please try again later.', to },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Pictures', args)

export default function ProjectPictures({ loaderData }: Route.ComponentProps) {
  const { project, pictures } = loaderData
  const moves = useMoves(pictures)
  return (
    <ProjectFrame project={project}>
      <div className="mb-4 flex items-center max-[19em]:flex-wrap justify-between gap-4">
        <p className="text-muted">
          The first is the cover. Drag to order, or use the arrows. Each has a description for
          people who cannot see it.
        </p>
        <AddPicture look="primary" />
      </div>
      {pictures.length === 0 ? (
        <EmptyState icon="image" title="No pictures yet" action={<AddPicture look="secondary" />}>
          Pictures you add appear here. A project needs a cover before it can be published.
        </EmptyState>
      ) : (
        <PictureOrder {...moves} />
      )}
      <Outlet />
    </ProjectFrame>
  )
}

function AddPicture({ look }: { look: 'primary' | 'secondary' }) {
  return (
    <DialogLink to="new" look={look} icon="plus">
      Add Picture
    </DialogLink>
  )
}
