export type Removal = 'archive' | 'delete'

/** Anything but pictures prevents deletion. */
export type ProjectHistory = {
  investments: number
  activeInvestments: number
  distributions: number
  documents: number
  notifications: number
  pictures: number
  requests: number
  /** Reached, voided ones included. */
  milestones: number
}

export type RemovableProject = {
  id: string
  name: string
  published: boolean
  isArchived: boolean
  history: ProjectHistory
}

/** Archived with any history but pictures, else deleted. */
export function removalOf(history: ProjectHistory): Removal {
  const { investments, distributions, documents, notifications, requests, milestones } = history
  return investments + distributions + documents + notifications + requests + milestones > 0
    ? 'archive'
    : 'delete'
}
