import type { InvestorRemoved } from '../../../domain/investors/remove-investor.server.ts'
import { counted } from '../../../values/counted.ts'
import { accountRefusals } from '../../users/messages.ts'

type Refused = Extract<InvestorRemoved, { refused: string }>

export function removalRefusalMessage(refused: Refused): string {
  switch (refused.refused) {
    case 'not-found':
      return 'This investor was already deleted.'
    case 'archived':
      return 'This investor was already archived. Nothing was changed.'
    case 'active-investments':
      return `They have ${counted(refused.count, 'active investment')}. Complete or cancel them first. Nothing was changed.`
    case 'has-history-now':
      return 'Something was added to this investor, so they can only be archived. Nothing was changed.'
    case 'has-none-now':
      return 'Nothing is left on this investor, so they can be deleted now. Nothing was changed.'
    case 'oneself':
      return ownAccount
    default:
      return accountRefusals[refused.refused]
  }
}

export const ownAccount = 'This is your own account. Another administrator can do it.'
