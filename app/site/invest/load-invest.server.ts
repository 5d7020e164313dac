import { randomUUID } from 'node:crypto'
import { type RouterContextProvider, redirect } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import {
  findOffer,
  findOpenRequestBySlug,
} from '../../domain/investment-requests/draft-request.server.ts'
import {
  checkDraft,
  type Offer,
  smallestRequest,
  takesRequests,
} from '../../domain/investment-requests/request.ts'
import { findProfile } from '../../domain/investors/profile.server.ts'
import { offeredSchedules } from '../../domain/payment-plans/offered-schedules.server.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import { freeUnitsOfSlug } from '../../domain/projects/units.server.ts'
import {
  currentUser,
  dashboardOf,
  guestQuery,
  investorQuery,
  notFound,
} from '../../platform/session/session.server.ts'
import { amountRefusal } from './amount-refusal.ts'
import type { InvestSteps, InvestView } from './invest-view.ts'

type Context = Readonly<RouterContextProvider>

/** Guests are redirected to their own form; administrators and others without a form see why. */
export async function loadInvest(context: Context, slug: string, url: URL) {
  const { project, company } = await guestQuery(context, async (guest) => ({
    project: await findPublishedProject(guest, slug),
    company: await companyFacts(guest),
  }))
  if (!project) throw notFound()
  if ('movedTo' in project) throw redirect(`/investment/${project.movedTo}/invest`, 308)
  const view =
    project.status === 'completed'
      ? await closedFor(context, project.slug)
      : await viewFor(context, project.slug, url)
  return { project, supportEmail: company.supportEmail, view }
}

/** Closed for everyone, but an earlier request is still shown. */
async function closedFor(context: Context, slug: string): Promise<InvestView> {
  const person = await currentUser(context)
  if (person?.role !== 'investor' || person.hold) return { kind: 'closed', request: null }
  return {
    kind: 'closed',
    request: await investorQuery(
      context,
      (investor) => findOpenRequestBySlug(investor, slug),
      'page',
    ),
  }
}

async function viewFor(context: Context, slug: string, url: URL): Promise<InvestView> {
  const person = await currentUser(context)
  if (!person) throw redirect(await interestOf(context, slug, url))
  if (person.role === 'admin' && !person.hold)
    return { kind: 'admin', dashboard: dashboardOf('admin') }
  return investorQuery(
    context,
    async (investor) => {
      const found = await findOffer(investor, slug)
      if (!found) return { kind: 'closed', request: await findOpenRequestBySlug(investor, slug) }
      const { offer, draft, open } = found
      if (open) return { kind: 'sent', request: open }
      if (!takesRequests(offer)) return { kind: 'none-left', left: tooLittle(offer) }
      const refusal = draft && checkDraft(draft, offer)
      const misfit = refusal && amountRefusal(refusal)
      const facts = {
        offer,
        draft,
        misfit,
        profile: await findProfile(investor),
        newKey: randomUUID(),
        plans: draft ? await offeredSchedules(investor, offer.projectId, draft.amount) : [],
      }
      return { kind: 'form', step: stepOf(url, facts), ...facts }
    },
    'page',
  )
}

/** The form of a guest, with the share that they chose on the listing. */
async function interestOf(context: Context, slug: string, url: URL): Promise<string> {
  const units = await guestQuery(context, (guest) => freeUnitsOfSlug(guest, slug))
  const unit = units.find(({ id }) => id === url.searchParams.get('choice'))
  return `/investment/${slug}/interest${unit ? `?unit=${unit.id}` : ''}`
}

const tooLittle = (offer: Offer) =>
  offer.left === null ? null : { left: offer.left, least: smallestRequest(offer) }

/**
 * The requested step, but none before its prerequisites; by default the first unfinished one. An
 * unavailable amount must be chosen again first.
 */
function stepOf(
  url: URL,
  { draft, misfit }: Pick<Extract<InvestView, { kind: 'form' }>, 'draft' | 'misfit'>,
): InvestSteps {
  const furthest =
    draft === null || misfit !== null ? 'amount' : draft.understoodAt === null ? 'terms' : 'review'
  const wanted = url.searchParams.get('step')
  if (wanted === 'amount') return 'amount'
  if (wanted === 'terms' && furthest !== 'amount') return 'terms'
  return furthest
}
