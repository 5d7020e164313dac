/** What the admin was told it would be. */
export type Removal = 'archive' | 'delete'

/** What hangs on a project: how many of each. Pictures go with it; anything else keeps it from being deleted. */
export type ProjectHistory = {
  investments: number
  activeInvestments: number
  distributions: number
  documents: number
  notifications: number
  pictures: number
  requests: number
}

/** A project that someone asks to remove. */
export type RemovableProject = {
  id: string
  name: string
  published: boolean
  isArchived: boolean
  history: ProjectHistory
}

/** What removing it would be: archived as soon as anything but pictures hangs on it. */
export function removalOf(history: ProjectHistory): Removal {
  const { investments, distributions, documents, notifications, requests } = history
  return investments + distributions + documents + notifications + requests > 0
    ? 'archive'
    : 'delete'
}
