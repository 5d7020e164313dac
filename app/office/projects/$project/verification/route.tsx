import { Outlet } from 'react-router'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { verificationName } from '../../../../domain/verification/verification-item.ts'
import { listOfficeVerification } from '../../../../domain/verification/verification-items.server.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { adminQuery, notFound } from '../../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Alert } from '../../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { isId } from '../../../../values/id.ts'
import { useMaySend } from '../../../parts/use-access.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { ItemEntry } from './item-entry.tsx'

export async function loader({ params: { projectId }, url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    const entries = await listOfficeVerification(admin, project.id)
    const missing = entries.find(({ id }) => id === url.searchParams.get('missing'))
    return {
      project,
      entries,
      missing: missing ? verificationName(missing) : null,
      today: clock.today(),
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Verification', args)

export default function Verification({ loaderData }: Route.ComponentProps) {
  const { project, entries, missing, today } = loaderData
  return (
    <ProjectFrame project={project}>
      {missing !== null && (
        <div className="mb-4">
          <Alert tone="negative">
            The file of <bdi>{missing}</bdi> is missing from our storage. Upload it again.
          </Alert>
        </div>
      )}
      <div className="mb-4 flex items-center justify-between gap-4 max-[19em]:flex-wrap">
        <p className="text-muted">
          Documents that prove the project, each with who can see it and how anyone can check it.
        </p>
        <AddItem projectId={project.id} look="primary" />
      </div>
      {entries.length === 0 ? (
        <EmptyState
          icon="contract"
          title="No verification items yet"
          action={<AddItem projectId={project.id} look="secondary" />}
        >
          The title deed, approvals, valuation and insurance appear here, with the day each expires.
        </EmptyState>
      ) : (
        <ul className="grid max-w-[52rem] gap-3">
          {entries.map((entry) => (
            <ItemEntry key={entry.id} entry={entry} projectId={project.id} today={today} />
          ))}
        </ul>
      )}
      <Outlet />
    </ProjectFrame>
  )
}

function AddItem({ projectId, look }: { projectId: string; look: 'primary' | 'secondary' }) {
  if (!useMaySend()) return null
  return (
    <ButtonLink
      to={`/admin-dashboard/projects/${projectId}/verification/new`}
      look={look}
      icon="plus"
    >
      Add item
    </ButtonLink>
  )
}
