import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Attention } from '../../domain/inquiries/attention.server.ts'
import { counted } from '../../values/counted.ts'
import { AttentionLine } from './attention-line.tsx'

/** Names only the first places; the others follow once these are fixed. */
const mostNamed = 5

/** Verification items that expired or expire within thirty days. */
export function StaleVerificationLine({
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
      {projects.slice(0, mostNamed).map(({ projectId, project, count: ofProject }, place) => (
        <Fragment key={projectId}>
          {place > 0 && ' · '}
          <Link to={`projects/${projectId}/verification`} className="underline underline-offset-2">
            <bdi>{project}</bdi>
          </Link>
          {ofProject > 1 && ` ${ofProject}`}
        </Fragment>
      ))}
      {projects.length > mostNamed && ` and ${projects.length - mostNamed} more`}
    </AttentionLine>
  )
}
