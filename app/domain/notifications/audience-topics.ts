import type { Topic } from '../../values/event.ts'

type Concerned = { projectId: string | null; investorId: string | null }

/**
 * Whose open pages a document or message of a project or a person concerns: their own concerns no one else of the
 * project.
 */
export function topicsOfAudience({ projectId, investorId }: Concerned): Topic[] {
  if (investorId) return ['admin', `investor:${investorId}`]
  return projectId ? ['admin', `project:${projectId}`] : ['admin']
}

/** The same of a notification: one to no project and no person is one to everyone, or to all who are active. */
export function topicsOfMessage(concerned: Concerned): Topic[] {
  return concerned.projectId || concerned.investorId
    ? topicsOfAudience(concerned)
    : ['all', 'admin']
}
