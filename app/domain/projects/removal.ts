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
  /** Items of its verification file, removed ones included. */
  verification: number
}

export type RemovableProject = {
  id: string
  name: string
  published: boolean
  isArchived: boolean
  history: ProjectHistory
}

/** Archived with any history but pictures, else deleted. */
export function removalOf({
  pictures: _,
  activeInvestments: __,
  ...kept
}: ProjectHistory): Removal {
  return Object.values(kept).some((count) => count > 0) ? 'archive' : 'delete'
}
