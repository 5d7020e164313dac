import { findInvestment } from '../../../domain/investments/find-investment.server.ts'
import type { AdminWork } from '../../../platform/session/session.server.ts'
import { formatAmount } from '../../../values/money.ts'
import { namedInvestor } from './named-investor.ts'

type Added = { investmentId: string; receiptNumber?: string }

export const addedText =
  ({ investmentId, receiptNumber }: Added): AdminWork<string> =>
  async (admin) => {
    const investment = await findInvestment(admin, investmentId)
    if (!investment) return ''
    const { amount, investor } = investment
    const facts = [formatAmount(amount, 'when-needed'), namedInvestor(investor)]
    return `${[...facts, ...(receiptNumber ? [`receipt ${receiptNumber}`] : [])].join(', ')}.`
  }
