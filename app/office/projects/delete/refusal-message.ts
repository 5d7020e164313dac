import type { ProjectRemoved } from '../../../domain/projects/remove-project.server.ts'
import { counted } from '../../../values/counted.ts'

type Refused = Exclude<Extract<ProjectRemoved, { refused: string }>, { refused: 'not-found' }>

export function removalRefusalMessage(refused: Refused | { refused: 'not-found' }): string {
  switch (refused.refused) {
    case 'archived':
      return 'This project was already archived. Nothing was changed.'
    case 'active-investments':
      return `It has ${counted(refused.count, 'active investment')}. Complete or cancel them first. Nothing was changed.`
    case 'has-history-now':
      return 'Something was added to this project, so it can only be archived. Nothing was changed.'
    case 'has-none-now':
      return 'Nothing is left on this project, so it can be deleted now. Nothing was changed.'
    case 'not-found':
      return 'This project was already deleted.'
    default:
      return refused satisfies never
  }
}
