import { documentTypeLabels } from '../../domain/documents/document.ts'
import {
  type SuggestedDocument,
  suggestDocuments,
} from '../../domain/documents/suggest-documents.server.ts'
import {
  type SuggestedInquiry,
  suggestInquiries,
} from '../../domain/inquiries/suggest-inquiries.server.ts'
import { findInvestment } from '../../domain/investments/find-investment.server.ts'
import { receiptNumberIn } from '../../domain/investments/payment-search.server.ts'
import {
  type SuggestedInvestment,
  suggestByReference,
  suggestInvestments,
} from '../../domain/investments/suggest-investments.server.ts'
import {
  countSuggestibleInvestors,
  suggestInvestors,
} from '../../domain/investors/investors.server.ts'
import {
  type SuggestedPayment,
  suggestPayments,
} from '../../domain/payments/suggest-payments.server.ts'
import { countSuggestibleProjects, suggestProjects } from '../../domain/projects/projects.server.ts'
import { findReceipt, type Receipt } from '../../domain/receipts/find-receipt.server.ts'
import {
  type AdminWork,
  adminQuery,
  ownPermissions,
} from '../../platform/session/session.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { listQuery, mostSuggested } from '../../values/list-query.ts'
import { formatAmount } from '../../values/money.ts'
import { accessWith } from '../page-access.ts'
import type { Line } from '../palette/line.ts'
import type { More } from '../palette/use-palette.ts'
import type { Route } from './+types/route.ts'

const home = '/admin-dashboard'

/** Most results of each kind; fewer of documents and inquiries, which rank lower. */
const most = 5
const mostBehind = 3

/** Results, and the number of further matches of each kind. */
type Found = { lines: Line[]; more: More }
const nothing: Found = { lines: [], more: {} }

/** Search results for `?q=`; empty for an empty query. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { q } = listQuery(url)
  const permissions = await ownPermissions(context)
  const search = permissions.includes('read-money') ? find(q) : findWithoutMoney(q)
  const found = await adminQuery(
    context,
    async (admin) => (q.trim() === '' ? nothing : search(admin)),
    { answer: 'file' },
  )
  const { mayOpen } = accessWith(permissions, home)
  const lines = found.lines.filter(({ to }) => mayOpen(to))
  return { q, lines, more: found.more }
}

function find(q: string): AdminWork<Found> {
  return async (admin) => {
    const matching = {
      Investors: await suggestInvestors(admin, q),
      Projects: await suggestProjects(admin, q),
    }
    const [investors, projects] = [
      matching.Investors.slice(0, most),
      matching.Projects.slice(0, most),
    ]
    const investments = await investmentsOf(q, investors, projects)(admin)
    const documents = await suggestDocuments(admin, q, mostBehind)
    const inquiries = await suggestInquiries(admin, q, mostBehind)
    const payments = await suggestPayments(admin, q, most)
    const more = {
      Investors: await beyond(matching.Investors, () => countSuggestibleInvestors(admin, q)),
      Projects: await beyond(matching.Projects, () => countSuggestibleProjects(admin, q)),
      Investments: investmentsBeyond(investments),
      Documents: matchingBeyond(documents),
      Inquiries: matchingBeyond(inquiries),
      Payments: matchingBeyond(payments),
    }
    const lines = [
      ...investors.map(investorLine),
      ...projects.map(projectLine),
      ...investments.map(investmentLine),
      ...documents.map(documentLine),
      ...inquiries.map(inquiryLine),
      ...(await receiptLines(q)(admin)),
      ...payments.map(paidLine),
      ...investments.filter(takesPayments).map(paymentLine),
      ...projects.slice(0, 1).flatMap(listLines),
    ]
    return { lines, more }
  }
}

/** For staff who see no money: documents and inquiries. */
function findWithoutMoney(q: string): AdminWork<Found> {
  return async (admin) => {
    const documents = await suggestDocuments(admin, q, most)
    const inquiries = await suggestInquiries(admin, q, most)
    return {
      lines: [...documents.map(documentLine), ...inquiries.map(inquiryLine)],
      more: { Documents: matchingBeyond(documents), Inquiries: matchingBeyond(inquiries) },
    }
  }
}

/** Counted only where the results are cut off. */
async function beyond(found: unknown[], count: () => Promise<number>) {
  const all = found.length < mostSuggested ? found.length : await count()
  return Math.max(all - most, 0)
}

function matchingBeyond(shown: { matching: number }[]): number {
  return (shown[0]?.matching ?? 0) - shown.length
}

function investmentsBeyond(shown: SuggestedInvestment[]): number {
  const held = Map.groupBy(
    shown.filter(({ ofHolder }) => ofHolder !== null),
    ({ email }) => email,
  )
  return held
    .values()
    .reduce((sum, [first, ...others]) => sum + (first?.ofHolder ?? 0) - others.length - 1, 0)
}

/** A complete receipt number leads to its payment and its PDF. */
function receiptLines(q: string): AdminWork<Line[]> {
  return async (admin) => {
    const number = receiptNumberIn(q)
    const receipt = number && (await findReceipt(admin, number))
    const investment = receipt ? await findInvestment(admin, receipt.investmentId) : null
    return receipt
      ? [receiptLine(receipt, investment?.investor.email ?? ''), receiptPdfLine(receipt)]
      : []
  }
}

type Named = { id: string }

/** Those of the first two investors and the first project, without duplicates. */
function investmentsOf(
  q: string,
  investors: Named[],
  projects: Named[],
): AdminWork<SuggestedInvestment[]> {
  const idsOf = (found: Named[], count: number) => found.slice(0, count).map(({ id }) => id)
  return async (admin) => {
    const referred = await suggestByReference(admin, q)
    if (referred.length > 0) return referred
    const held = await suggestInvestments(admin, 'investor', idsOf(investors, 2))
    const offered = await suggestInvestments(admin, 'project', idsOf(projects, 1))
    return [...held, ...offered.filter(({ id }) => held.every((known) => known.id !== id))]
  }
}

const takesPayments = ({ status }: SuggestedInvestment) =>
  status === 'pending' || status === 'active'

function investorLine({ id, name, email }: { id: string; name: string; email: string }): Line {
  return {
    group: 'Investors',
    label: name,
    detail: email,
    icon: 'investors',
    to: `${home}/investors/${id}`,
  }
}

function projectLine({ id, name, location }: { id: string; name: string; location: string }): Line {
  return {
    group: 'Projects',
    label: name,
    detail: location,
    icon: 'projects',
    to: `${home}/projects/${id}`,
  }
}

const listsOfProject = [
  ['Investments', 'investments'],
  ['Documents', 'documents'],
  ['Distributions', 'distributions'],
  ['Notifications', 'notifications'],
] as const

/** The lists of the office, limited to the project. */
function listLines({ id, name, location }: { id: string; name: string; location: string }): Line[] {
  return listsOfProject.map(([label, list]) => ({
    group: 'Actions',
    label: `${label} of ${name}`,
    detail: location,
    icon: list,
    to: `${home}/${list}?project=${id}`,
  }))
}

function investmentLine(investment: SuggestedInvestment): Line {
  const { id, investor, project, status, remaining } = investment
  const standing =
    status === 'cancelled'
      ? 'cancelled'
      : remaining > 0n
        ? `${formatAmount(remaining, 'when-needed')} remaining`
        : 'paid'
  return {
    group: 'Investments',
    label: `${investor}, ${project}`,
    detail: `${telling(investment)}, ${standing}`,
    icon: 'investments',
    to: `${home}/investments/${id}`,
  }
}

function documentLine({ id, title, documentType, project }: SuggestedDocument): Line {
  const detail = [documentTypeLabels[documentType], ...(project ? [project] : [])].join(', ')
  return {
    group: 'Documents',
    label: title,
    detail,
    icon: 'documents',
    to: `${home}/documents/${id}`,
  }
}

function inquiryLine({ id, name, about }: SuggestedInquiry): Line {
  return {
    group: 'Inquiries',
    label: name,
    detail: about,
    icon: 'inbox',
    to: `${home}/inquiries/${id}`,
  }
}

function receiptLine({ number, investor, project, investmentId }: Receipt, email: string): Line {
  return {
    group: 'Receipts',
    label: `Payment of ${number}`,
    detail: `${investor}, ${project}, ${email}`,
    icon: 'payment',
    to: `${home}/investments/${investmentId}`,
  }
}

function receiptPdfLine({ number, voided }: Receipt): Line {
  return {
    group: 'Receipts',
    label: `Receipt ${number}`,
    detail: voided ? 'PDF, voided' : 'PDF',
    icon: 'receipt',
    to: `${home}/receipts/${number}/pdf`,
    newTab: true,
  }
}

function telling({ email, amount, investedOn }: SuggestedInvestment): string {
  return `${email}, ${formatAmount(amount, 'when-needed')} of ${formatDay(investedOn)}`
}

function paidLine({
  id,
  investmentId,
  kind,
  amount,
  datedOn,
  reference,
  ...of
}: SuggestedPayment): Line {
  const label = kind === 'payment' ? 'Payment' : 'Entry'
  return {
    group: 'Payments',
    icon: 'payment',
    to: `${home}/investments/${investmentId}#entry-${id}`,
    label: `${label} of ${formatAmount(amount, 'when-needed')}, ${formatDay(datedOn)}${reference ? `, ${reference}` : ''}`,
    detail: `${of.investor}, ${of.project}, ${of.email}`,
  }
}

function paymentLine(investment: SuggestedInvestment): Line {
  const { id, investor, project } = investment
  return {
    group: 'Actions',
    label: `Record payment of ${investor}, ${project}`,
    icon: 'payment',
    detail: telling(investment),
    to: `${home}/investments/${id}/ledger/payment`,
  }
}
