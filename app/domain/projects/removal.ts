/** What the admin was told it would be. */
export type Removal = 'archive' | 'delete'

/** What hangs on a project: how many of each. Pictures go with it; anything else keeps it from being deleted (W-28). */
export type ProjectHistory = {
  investments: number
  activeInvestments: number
  distributions: number
  documents: number
  notifications: number
  pictures: number
}

/** A project that somebody asks to remove. */
export type RemovableProject = {
  id: string
  name: string
  published: boolean
  isArchived: boolean
  history: ProjectHistory
}

/** What removing it would be: archived as soon as anything but pictures hangs on it. */
export function removalOf({ investments, distributions, documents, notifications }: ProjectHistory): Removal {
  return investments + distributions + documents + notifications > 0 ? 'archive' : 'delete'
}
