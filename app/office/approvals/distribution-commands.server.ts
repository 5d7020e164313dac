import {
  findDistribution,
  findPayingProject,
  type ListedDistribution,
} from '../../domain/distributions/distributions.server.ts'
import {
  previewDistribution,
  type RecordDistributionInput,
  recordDistribution,
} from '../../domain/distributions/record-distribution.server.ts'
import {
  type SendDistributionInput,
  sendDistribution,
  unsentShares,
} from '../../domain/distributions/send-distribution.server.ts'
import {
  type VoidDistributionInput,
  voidDistribution,
} from '../../domain/distributions/void-distribution.server.ts'
import { settleMoney } from '../../domain/exchange-rates/settle-money.server.ts'
import { paymentMethodLabels } from '../../domain/investments/payment-methods.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { formatPaid } from '../../values/exchange-rate.ts'
import { formatAmount, sum } from '../../values/money.ts'
import { formatMoney } from '../investments/parts/format-money.ts'
import type { Command } from './command.ts'

const money = (cents: Parameters<typeof formatAmount>[0]) => formatAmount(cents, 'when-needed')

const recordsDistribution: Command<RecordDistributionInput> = {
  run: recordDistribution,
  describe: async (admin, { projectId, total, datedOn, note }) => {
    const project = await findPayingProject(admin, projectId)
    const settled = await settleMoney(admin, total, datedOn)
    const divided =
      'refused' in settled
        ? null
        : await previewDistribution(admin, {
            ...settled,
            projectId,
            datedOn,
            total: settled.amount,
          })
    return {
      title: `Distribution of ${formatMoney(total)} for ${project?.name ?? 'a deleted project'}`,
      facts: [
        ['Record date', formatDay(datedOn)],
        ['Split now among', divided && counted(divided.shares.length, 'investment')],
        ['Note', note],
      ],
      to: `/admin-dashboard/projects/${projectId}`,
    }
  },
}

const sendsDistribution: Command<SendDistributionInput> = {
  run: sendDistribution,
  describe: async (admin, { distributionId, sentOn, method, reference, left }) => {
    const found = await findDistribution(admin, distributionId)
    const unsent = await unsentShares(admin, distributionId)
    const stays = unsent.filter(({ investmentId }) => left.includes(investmentId))
    const goes = sum(
      unsent.filter(({ investmentId }) => !left.includes(investmentId)).map(({ amount }) => amount),
    )
    return {
      title: `Sending ${money(goes)} of a distribution for ${found?.project ?? ''}`,
      facts: [
        ['Record date', found ? formatDay(found.datedOn) : null],
        ['Declared', found ? formatPaid(found.total, found.paid) : null],
        ['Shares to send', String(unsent.length - stays.length)],
        ['Sent on', formatDay(sentOn)],
        ['Method', paymentMethodLabels[method]],
        ['Reference', reference],
        [
          'Not sent yet',
          stays.length === 0
            ? null
            : stays.map(({ investor, amount }) => `${investor.name}, ${money(amount)}`).join('; '),
        ],
      ],
      to: `/admin-dashboard/distributions/${distributionId}`,
    }
  },
}

const voidsDistribution: Command<VoidDistributionInput> = {
  run: voidDistribution,
  describe: async (admin, { distributionId, reason }) => {
    const found = await findDistribution(admin, distributionId)
    const amount = found ? formatPaid(found.total, found.paid) : ''
    return {
      title: `Void of the distribution of ${amount} for ${found?.project ?? ''}`,
      facts: [
        ['Record date', found ? formatDay(found.datedOn) : null],
        ['Sent of it', found ? sentOf(found) : null],
        ['Reason', reason],
      ],
      to: `/admin-dashboard/distributions/${distributionId}`,
    }
  },
}

const sentOf = ({ sent, sentShares, shares }: ListedDistribution) =>
  sentShares === 0 ? 'nothing' : `${money(sent)}, ${sentShares} of ${counted(shares, 'share')}`

/** Commands that declare, send and void distributions. */
export const distributionCommands = {
  'record-distribution': recordsDistribution,
  'send-distribution': sendsDistribution,
  'void-distribution': voidsDistribution,
}
