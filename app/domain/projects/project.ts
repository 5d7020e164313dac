/** Where a project stands; the one vocabulary that is stored. */
export const projectStatuses = ['planned', 'ongoing', 'completed'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** The back office's word for each status; the public site and the portal have their own. */
export const projectStatusLabels: Record<ProjectStatus, string> = {
  planned: 'Planned',
  ongoing: 'Ongoing',
  completed: 'Completed',
}
