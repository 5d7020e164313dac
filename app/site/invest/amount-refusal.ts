import type { AmountRefused } from '../../domain/investment-requests/request.ts'
import { formatAmount } from '../../values/money.ts'

/** Next to the payment plans. */
export const templateUnavailable = {
  errors: { templateId: 'This payment plan is no longer offered. Choose another.' },
}

export function amountRefusal(refused: AmountRefused): string {
  switch (refused.refused) {
    case 'below-minimum':
      return `The minimum for this project is ${formatAmount(refused.minimum, 'when-needed')}.`
    case 'exceeds-offer':
      return `Only ${formatAmount(refused.left, 'when-needed')} is available. Choose a smaller amount.`
    case 'unit-taken':
      return 'This is no longer available. Choose another unit or share.'
    case 'not-offered':
      return 'Someone else was faster. Nothing is available in this project at the moment.'
    default:
      return refused satisfies never
  }
}
