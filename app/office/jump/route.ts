import { documentTypeLabels } from '../../domain/documents/document.ts'
import { type SuggestedDocument, suggestDocuments } from '../../domain/documents/suggest-documents.server.ts'
import { type SuggestedInquiry, suggestInquiries } from '../../domain/inquiries/suggest-inquiries.server.ts'
import { type SuggestedInvestment, suggestInvestments } from '../../domain/investments/suggest-investments.server.ts'
import { suggestInvestors } from '../../domain/investors/investors.server.ts'
import { findReceipt, type Receipt } from '../../domain/payments/find-receipt.server.ts'
import { suggestProjects } from '../../domain/projects/projects.server.ts'
import { type AdminWork, asAdmin } from '../../platform/session.server.ts'
import { listQuery } from '../../values/list-query.ts'
import { formatAmount } from '../../values/money.ts'
import type { Line } from '../palette/line.ts'
import type { Route } from './+types/route.ts'

const home = '/admin-dashboard'

/** How many of each kind the palette shows at most; of papers and inquiries, which come behind, fewer. */
const most = 5
const mostBehind = 3

/** What the palette finds for the words typed: `?q=`. Nothing for no words. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { q } = listQuery(url)
  return asAdmin(context, async (admin) => ({ q, lines: q.trim() === '' ? [] : await find(q)(admin) }), 'file')
}

function find(q: string): AdminWork<Line[]> {
  return async (admin) => {
    const investors = (await suggestInvestors(admin, q)).slice(0, most)
    const projects = (await suggestProjects(admin, q)).slice(0, most)
    const investments = await investmentsOf(investors, projects)(admin)
    return [
      ...investors.map(investorLine),
      ...projects.map(projectLine),
      ...investments.map(investmentLine),
      ...(await suggestDocuments(admin, q, mostBehind)).map(documentLine),
      ...(await suggestInquiries(admin, q, mostBehind)).map(inquiryLine),
      ...(await receiptLines(q)(admin)),
      ...investments.filter(takesPayments).map(paymentLine),
    ]
  }
}

/** A whole number of a receipt leads to its payment, in the ledger of its investment, and to its paper. */
function receiptLines(q: string): AdminWork<Line[]> {
  return async (admin) => {
    const number = q.trim().toUpperCase()
    const receipt = await findReceipt(admin, number)
    return receipt ? [receiptLine(receipt), paperLine(receipt)] : []
  }
}

type Found = { id: string }

/** Those of the first two investors and of the first project found, each once. */
function investmentsOf(investors: Found[], projects: Found[]): AdminWork<SuggestedInvestment[]> {
  const idsOf = (found: Found[], count: number) => found.slice(0, count).map(({ id }) => id)
  return async (admin) => {
    const held = await suggestInvestments(admin, 'investor', idsOf(investors, 2))
    const offered = await suggestInvestments(admin, 'project', idsOf(projects, 1))
    return [...held, ...offered.filter(({ id }) => held.every((one) => one.id !== id))]
  }
}

const takesPayments = ({ status }: SuggestedInvestment) => status === 'pending' || status === 'active'

function investorLine({ id, name, email }: { id: string; name: string; email: string }): Line {
  return { group: 'Investors', label: name, detail: email, icon: 'investors', to: `${home}/investors/${id}` }
}

function projectLine({ id, name, location }: { id: string; name: string; location: string }): Line {
  return { group: 'Projects', label: name, detail: location, icon: 'projects', to: `${home}/projects/${id}` }
}

function investmentLine({ id, investor, project, status, remaining }: SuggestedInvestment): Line {
  const standing =
    status === 'cancelled'
      ? 'Cancelled'
      : remaining > 0n
        ? `${formatAmount(remaining, 'when-needed')} remaining`
        : 'Paid'
  return {
    ...{ group: 'Investments', label: `${investor}, ${project}`, detail: standing, icon: 'investments' },
    to: `${home}/investments/${id}`,
  }
}

function documentLine({ id, title, documentType, project }: SuggestedDocument): Line {
  const detail = [documentTypeLabels[documentType], ...(project ? [project] : [])].join(', ')
  return { group: 'Documents', label: title, detail, icon: 'documents', to: `${home}/documents/${id}` }
}

function inquiryLine({ id, name, about }: SuggestedInquiry): Line {
  return { group: 'Inquiries', label: name, detail: about, icon: 'inbox', to: `${home}/inquiries/${id}` }
}

function receiptLine({ number, investor, project, investmentId }: Receipt): Line {
  return {
    ...{ group: 'Receipts', label: `Payment of ${number}`, detail: `${investor}, ${project}`, icon: 'payment' },
    to: `${home}/investments/${investmentId}`,
  }
}

function paperLine({ number, voided }: Receipt): Line {
  return {
    ...{ group: 'Receipts', label: `Receipt ${number}`, detail: voided ? 'PDF, voided' : 'PDF', icon: 'receipt' },
    ...{ to: `${home}/receipts/${number}/pdf`, newTab: true },
  }
}

function paymentLine({ id, investor, project }: SuggestedInvestment): Line {
  return {
    ...{ group: 'Actions', label: `Record payment of ${investor}, ${project}`, icon: 'payment' },
    to: `${home}/investments/${id}/ledger/payment`,
  }
}
