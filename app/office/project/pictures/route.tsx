import { data, Outlet, redirect } from 'react-router'
import { picturesOf } from '../../../domain/projects/covers.server.ts'
import { findProject } from '../../../domain/projects/find-project.server.ts'
import { MovePictureSchema } from '../../../domain/projects/picture-schema.ts'
import { movePicture } from '../../../domain/projects/project-pictures.server.ts'
import { asAdmin, logFault, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogLink } from '../../../ui/dialog-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { parseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { PictureOrder } from './picture-order.tsx'
import { useMoves } from './use-moves.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    return { project, pictures: (await picturesOf(admin, [project.id])).get(project.id) ?? [] }
  })
}

/** Moves a picture; where it goes is a place counted from 1. */
export async function action({ request, params: { projectId }, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(MovePictureSchema, form)
  try {
    await asAdmin(context, async (admin) => {
      if (!isId(projectId)) throw notFound()
      const moved = parsed.ok ? await movePicture(admin, projectId, parsed.value) : null
      if (moved && 'refused' in moved) throw notFound()
    })
  } catch (fault) {
    const reference = logFault(context, 'a picture was not moved', fault)
    return data(notMoved(`Please try again later. Reference ${reference}`), { status: 500 })
  }
  if (!parsed.ok) return data(notMoved('Reload the page and try again.'), { status: 422 })
  return redirect(`/admin-dashboard/projects/${projectId}/pictures`, 303)
}

function notMoved(what: string): { toast: Toast } {
  return {
    toast: {
      title: 'Failed to move the image',
      text: `The order is as it was. ${what}`,
      kind: 'error',
    },
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Pictures', args)

export default function ProjectPictures({ loaderData, actionData }: Route.ComponentProps) {
  const { project, pictures } = loaderData
  const moves = useMoves(pictures)
  const toast = moves.toast ?? actionData?.toast
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
      {toast && <Toaster toast={toast} />}
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
