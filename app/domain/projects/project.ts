/** The stored vocabulary. */
export const projectStatuses = ['planned', 'ongoing', 'completed'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** The back office's labels; public site and portal have their own. */
export const projectStatusLabels: Record<ProjectStatus, string> = {
  planned: 'Planned',
  ongoing: 'Ongoing',
  completed: 'Completed',
}
