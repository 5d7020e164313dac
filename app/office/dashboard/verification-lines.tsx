import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Attention } from '../../domain/inquiries/attention.server.ts'
import { counted } from '../../values/counted.ts'
import { AttentionLine } from './attention-line.tsx'

/** Names only the first places; the others follow once these are fixed. */
const mostNamed = 5

export function VerificationLines({ attention }: { attention: Attention }) {
  const { withoutVerification, verification, unverified } = attention
  return (
    <>
      <MissingLine projects={withoutVerification} />
      <StaleLine verification={verification} />
      <UnverifiedLine projects={unverified} />
    </>
  )
}

/** Items that expired or expire within thirty days. */
function StaleLine({
  verification: { projects, count, expired },
}: Pick<Attention, 'verification'>) {
  const [first] = projects
  if (!first) return null
  return (
    <AttentionLine
      icon="contract"
      tone={expired > 0 ? 'text-negative' : 'text-warning'}
      words={`${counted(count, 'verification item')} ${count === 1 ? 'has expired or expires' : 'expired or expire'} within 30 days`}
      to={`projects/${first.projectId}/verification`}
      act="Open"
    >
      <ProjectLinks projects={projects} />
    </AttentionLine>
  )
}

type ProjectLine = { projectId: string; project: string }

/** Projects on the public site whose visitors find nothing to check. */
function UnverifiedLine({ projects }: { projects: ProjectLine[] }) {
  const [first] = projects
  if (!first) return null
  const isOne = projects.length === 1
  return (
    <AttentionLine
      icon="contract"
      tone="text-warning"
      words={`${counted(projects.length, 'open project')} ${isOne ? 'shows' : 'show'} visitors nothing to check`}
      to={`projects/${first.projectId}/verification`}
      act="Open"
    >
      <ProjectLinks projects={projects} />
    </AttentionLine>
  )
}

/** Projects with a verification file that is missing from the store. */
function MissingLine({ projects }: { projects: ProjectLine[] }) {
  const [first] = projects
  if (!first) return null
  return (
    <AttentionLine
      icon="warning"
      tone="text-negative"
      words="Verification files are missing"
      to={`projects/${first.projectId}/verification`}
      act="Open"
    >
      <ProjectLinks projects={projects} />: someone asked for them. Upload them again.
    </AttentionLine>
  )
}

/** The first projects by name, with how many items of each when it is not one. */
function ProjectLinks({ projects }: { projects: (ProjectLine & { count?: number })[] }) {
  return (
    <>
      {projects.slice(0, mostNamed).map(({ projectId, project, count = 1 }, place) => (
        <Fragment key={projectId}>
          {place > 0 && ' · '}
          <Link to={`projects/${projectId}/verification`} className="underline underline-offset-2">
            <bdi>{project}</bdi>
          </Link>
          {count > 1 && ` ${count}`}
        </Fragment>
      ))}
      {projects.length > mostNamed && ` and ${projects.length - mostNamed} more`}
    </>
  )
}
