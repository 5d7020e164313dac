import type { z } from 'zod'
import { accountStatusLabels } from '../../domain/accounts/account.ts'
import { addStaff } from '../../domain/accounts/administration/add-staff.server.ts'
import type { AddStaffSchema } from '../../domain/accounts/administration/administration-schema.ts'
import { changeEmail } from '../../domain/accounts/administration/change-email.server.ts'
import { changeRoles } from '../../domain/accounts/administration/change-roles.server.ts'
import {
  changeStatus,
  type SettableStatus,
} from '../../domain/accounts/administration/change-status.server.ts'
import { findAccount, resolveAccount } from '../../domain/accounts/find-account.server.ts'
import { resetSecondFactorOf } from '../../domain/accounts/second-factor/second-factor-set-up.server.ts'
import { actLabels, limitedActs } from '../../domain/approvals/approval.ts'
import {
  type ApprovalLimits,
  changeApprovalLimits,
} from '../../domain/approvals/approval-limits.server.ts'
import type { ExchangeRateInput } from '../../domain/exchange-rates/exchange-rate-schema.ts'
import { rateOn, recordExchangeRate } from '../../domain/exchange-rates/exchange-rates.server.ts'
import { importNouns } from '../../domain/imports/import-list.ts'
import {
  checkRows,
  confirmImport,
  findImport,
  readImport,
} from '../../domain/imports/imports.server.ts'
import type { PaymentAccountInput } from '../../domain/payment-accounts/payment-account-schema.ts'
import {
  addPaymentAccount,
  changePaymentAccount,
  listPaymentAccounts,
} from '../../domain/payment-accounts/payment-accounts.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatRate, rateSourceLabels } from '../../values/exchange-rate.ts'
import { formatAmount } from '../../values/money.ts'
import { paymentAccountKindLabels } from '../../values/payment-account.ts'
import { type StaffRole, staffRoleNames } from '../../values/staff-role.ts'
import type { Admin, Command, Fact } from './command.ts'

const accountFacts = (account: PaymentAccountInput): Fact[] => [
  ['Kind', paymentAccountKindLabels[account.kind]],
  ['Name', account.name],
  ['Number', account.number],
  ['Currency', account.currency],
  ['How to pay', account.howToPay],
  ['Account number to type', account.referencePattern],
  ['Takes payments', account.closed ? 'no' : 'yes'],
]

const companyPage = '/admin-dashboard/company#accounts'

const addsPaymentAccount: Command<PaymentAccountInput> = {
  run: addPaymentAccount,
  describe: async (_, account) => ({
    title: `New payment account ${account.name}, ${account.number}`,
    facts: accountFacts(account),
    to: companyPage,
  }),
}

const changesPaymentAccount: Command<{ accountId: string; account: PaymentAccountInput }> = {
  run: (admin, { accountId, account }) => changePaymentAccount(admin, accountId, account),
  describe: async (admin, { accountId, account }) => {
    const was = (await listPaymentAccounts(admin)).find(({ id }) => id === accountId)
    const before = was ? accountFacts({ ...was, closed: was.closedAt !== null }) : []
    const changed = accountFacts(account).flatMap(([label, value], place): Fact[] => {
      const former = before[place]?.[1] ?? null
      return former === value ? [] : [[label, `${value ?? 'empty'} (was ${former ?? 'empty'})`]]
    })
    return {
      title: `Change of the payment account ${was?.name ?? ''}`,
      // Once it was carried out nothing differs.
      facts: changed.length > 0 ? changed : accountFacts(account),
      to: companyPage,
    }
  },
}

const changesRoles: Command<{ userId: string; roles: readonly StaffRole[] }> = {
  run: changeRoles,
  describe: async (admin, { userId, roles }) => {
    const account = await findAccount(admin, userId)
    const now = account ? staffRoleNames(account.staffRoles) : ''
    const after = staffRoleNames(roles) || 'none: an investor’s account'
    return {
      title: `Roles of ${account?.name ?? 'a deleted account'}: ${after}`,
      facts: [
        ['Account', account?.email ?? null],
        ['Roles now', now || 'none'],
        ['Roles afterwards', after],
      ],
      to: '/admin-dashboard/users',
    }
  },
}

const changesStatus: Command<{ userId: string; status: SettableStatus }> = {
  run: changeStatus,
  describe: async (admin, { userId, status }) => {
    const account = await findAccount(admin, userId)
    return {
      title: `Account of ${account?.name ?? 'a deleted account'}: ${accountStatusLabels[status].toLowerCase()}`,
      facts: [
        ['Account', account?.email ?? null],
        ['Roles', account ? staffRoleNames(account.staffRoles) : null],
        ['Status now', account ? accountStatusLabels[account.status] : null],
      ],
      to: '/admin-dashboard/users',
    }
  },
}

const addsStaff: Command<z.output<typeof AddStaffSchema>> = {
  run: addStaff,
  describe: async (_, { name, email, roles }) => ({
    title: `New staff member ${name}: ${staffRoleNames(roles)}`,
    facts: [
      ['Email', email],
      ['Roles', staffRoleNames(roles)],
    ],
    to: '/admin-dashboard/users',
  }),
}

const changesEmail: Command<{ key: string; userId: string; email: string }> = {
  run: changeEmail,
  describe: async (admin, { userId, email }) => {
    const account = await findAccount(admin, userId)
    return {
      title: `New sign-in address of ${account?.name ?? 'a deleted account'}`,
      facts: [
        ['Address now', account?.email ?? null],
        ['Address afterwards', email],
      ],
      to: '/admin-dashboard/users',
    }
  },
}

const resetsSecondFactor: Command<{ email: string }> = {
  run: resetSecondFactorOf,
  describe: async (admin, { email }) => {
    const named = await resolveAccount(admin, email)
    const account = 'account' in named ? named.account : null
    return {
      title: `Reset of the second factor of ${account?.name ?? email}`,
      facts: [
        ['Account', email],
        ['Roles', account ? staffRoleNames(account.staffRoles) : null],
        ['Afterwards', 'they sign in with their password alone, until they set up a new one'],
      ],
      to: '/admin-dashboard/users',
    }
  },
}

const recordsRate: Command<ExchangeRateInput> = {
  run: recordExchangeRate,
  describe: async (admin, { currency, rate, datedOn, source }) => {
    const last = await rateOn(admin, currency, datedOn, source)
    return {
      title: `Exchange rate of ${formatDay(datedOn)}: ${formatRate(rate)} ${currency} per US dollar`,
      facts: [
        ['Source', rateSourceLabels[source]],
        ['Rate before', last ? `${formatRate(last.rate)} on ${formatDay(last.on)}` : 'none'],
      ],
      to: '/admin-dashboard/exchange-rates',
    }
  },
}

type ImportInput = Parameters<typeof confirmImport>[1]

const mostShown = 20

/** The rows that an import would add now; those after the first few are counted. */
async function importedRows(
  admin: Admin,
  { list, choices = {} }: ImportInput,
  content: string,
): Promise<Fact[]> {
  const read = await readImport(list, content, choices)
  if (!read.ok) return [['Rows', read.message]]
  const { ready, here, problems, total } = await checkRows(admin, list, read.table)
  const faulty = new Set(problems.map(({ row }) => row)).size
  const shown = ready.slice(0, mostShown).map(({ name, about }) => `${name}: ${about}`)
  const more = ready.length - shown.length
  return [
    ['Rows to add', String(ready.length)],
    ['Rows already recorded', here.length === 0 ? null : String(here.length)],
    ['Rows with a problem', faulty === 0 ? null : String(faulty)],
    ['Total', total === null ? null : formatAmount(total, 'when-needed')],
    ['Rows', [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n') || null],
  ]
}

const confirmsImport: Command<ImportInput> = {
  run: confirmImport,
  describe: async (admin, request) => {
    const { list, importId } = request
    const file = await findImport(admin, list, importId)
    return {
      title: `Import of ${importNouns[list]}s from ${file?.name ?? 'a deleted file'}`,
      facts: [
        ['File', file?.name ?? null],
        ...(file?.content ? await importedRows(admin, request, file.content) : []),
      ],
      to: file ? `/admin-dashboard/import/${list}/${importId}` : null,
    }
  },
}

const changesLimits: Command<{ were: ApprovalLimits; limits: ApprovalLimits }> = {
  run: changeApprovalLimits,
  describe: async (_, { were, limits }) => {
    const words = (limit: ApprovalLimits['payment']) =>
      limit === null ? 'no limit' : formatAmount(limit, 'when-needed')
    const changed = limitedActs.filter((act) => were[act] !== limits[act])
    return {
      title: 'Change of the approval limits',
      facts: changed.map((act) => [
        actLabels[act],
        `${words(limits[act])} (was ${words(were[act])})`,
      ]),
      to: '/admin-dashboard/approvals/limits',
    }
  },
}

/** Commands that change settings and staff, and imports. */
export const settingCommands = {
  'add-payment-account': addsPaymentAccount,
  'change-payment-account': changesPaymentAccount,
  'change-roles': changesRoles,
  'change-status': changesStatus,
  'add-staff': addsStaff,
  'change-email': changesEmail,
  'reset-second-factor': resetsSecondFactor,
  'record-exchange-rate': recordsRate,
  'confirm-import': confirmsImport,
  'change-approval-limits': changesLimits,
}
