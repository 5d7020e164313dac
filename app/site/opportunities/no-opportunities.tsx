import { Link } from 'react-router'
import type { ProjectStatus } from '../../domain/projects/project.ts'

const sentences: Record<ProjectStatus, string> = {
  planned: 'No upcoming projects at the moment.',
  ongoing: 'No ongoing projects at the moment.',
  completed: 'No closed projects yet.',
}

/** For an empty filter or a company without projects. */
export function NoOpportunities({ status }: { status: ProjectStatus | null }) {
  return (
    <div className="grid max-w-[38rem] gap-3 py-[clamp(3rem,2rem+4vw,6rem)]">
      <p className="site-subtitle">
        {status === null ? 'The next projects will be shown here.' : sentences[status]}
      </p>
      <p className="site-lead">
        {status === null ? (
          'Ask us about them until then.'
        ) : (
          <Link to="/investments" preventScrollReset className="site-underlined text-text">
            See all of them
          </Link>
        )}
      </p>
    </div>
  )
}
