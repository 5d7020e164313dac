import {
  accountMarks,
  accountRoles,
  accountSorts,
  accountStatuses,
} from '../domain/accounts/account.ts'
import { documentTypeOf } from '../domain/documents/document.ts'
import { inquiryStatuses } from '../domain/inquiries/inquiry.ts'
import { requestStatuses } from '../domain/investment-requests/request.ts'
import { dueKinds, investmentOrders, investmentStatuses } from '../domain/investments/investment.ts'
import { investorOrders, investorStatuses } from '../domain/investors/investor.ts'
import { notificationTypes } from '../domain/notifications/notification.ts'
import { mailStates, mailTemplates } from '../domain/outbox/mail.ts'
import { projectStatuses } from '../domain/projects/project.ts'
import { receivableOrders, receivableScopes } from '../domain/receivables/receivable.ts'
import { listQuery } from '../values/list-query.ts'
import { staffRoles } from '../values/staff-role.ts'

/** The parameter if it is one of the choices. */
function choiceOf<Choice extends string>(
  url: URL,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === url.searchParams.get(name)) ?? null
}

/** The project a list is limited to, if any: its id as typed in the address. */
const inProject = (url: URL) => url.searchParams.get('project') ?? ''

/** `of` is the investor the list is limited to, if any. */
export const documentListParams = (url: URL) => ({
  ...listQuery(url),
  type: choiceOf(url, 'type', ['archived']) ?? documentTypeOf(url.searchParams.get('type')),
  inProject: inProject(url),
  of: url.searchParams.get('investor') ?? '',
})

export const distributionListParams = (url: URL) => ({
  ...listQuery(url),
  inProject: inProject(url),
})

export const inquiryListParams = (url: URL) => ({
  ...listQuery(url),
  status: choiceOf(url, 'status', [...inquiryStatuses, 'spam']),
  oldestFirst: url.searchParams.get('sort') === 'oldest',
})

/** `of` is the investor the list is limited to, if any. */
export const investmentListParams = (url: URL) => ({
  ...listQuery(url),
  status: choiceOf(url, 'status', [...investmentStatuses, 'archived']),
  due: choiceOf(url, 'due', dueKinds),
  order: choiceOf(url, 'sort', investmentOrders) ?? 'newest',
  inProject: inProject(url),
  of: url.searchParams.get('investor') ?? '',
})

export const investorListParams = (url: URL) => ({
  ...listQuery(url),
  status: choiceOf(url, 'status', [...investorStatuses, 'archived']),
  order: choiceOf(url, 'sort', investorOrders) ?? 'name',
})

export const notificationListParams = (url: URL) => ({
  ...listQuery(url),
  type: choiceOf(url, 'type', notificationTypes),
  inProject: inProject(url),
})

export const outboxListParams = (url: URL) => ({
  ...listQuery(url),
  state: choiceOf(url, 'state', mailStates),
  template: choiceOf(url, 'mail', mailTemplates),
})

export const projectListParams = (url: URL) => ({
  ...listQuery(url),
  status: choiceOf(url, 'status', [...projectStatuses, 'archived']),
})

export const receivableListParams = (url: URL) => ({
  ...listQuery(url),
  by: choiceOf(url, 'by', ['project']) ?? 'investor',
  order: choiceOf(url, 'sort', receivableOrders) ?? 'amount',
  scope: choiceOf(url, 'due', receivableScopes) ?? 'overdue',
  inProject: inProject(url),
})

export const requestListParams = (url: URL) => ({
  ...listQuery(url),
  status: choiceOf(url, 'status', requestStatuses),
  oldestFirst: url.searchParams.get('sort') === 'oldest',
})

export const userListParams = (url: URL) => ({
  ...listQuery(url),
  role: choiceOf(url, 'role', accountRoles),
  status: choiceOf(url, 'status', accountStatuses),
  mark: choiceOf(url, 'mark', accountMarks),
  staff: choiceOf(url, 'staff', staffRoles),
  sort: choiceOf(url, 'sort', accountSorts) ?? 'name',
})
