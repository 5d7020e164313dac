import type { Topic } from '../../values/event.ts'

type Concerned = { projectId: string | null; investorId: string | null }

/** The topics of pages that show a document of a project or a person. */
export function topicsOfAudience({ projectId, investorId }: Concerned): Topic[] {
  if (investorId) return ['admin', `investor:${investorId}`]
  return projectId ? ['admin', `project:${projectId}`] : ['admin']
}

/** The topics of a notification; one without project and person is for everyone. */
export function topicsOfMessage(concerned: Concerned): Topic[] {
  return concerned.projectId || concerned.investorId
    ? topicsOfAudience(concerned)
    : ['all', 'admin']
}
