import { createHash } from 'node:crypto'
import { redirect } from 'react-router'
import { findInquiryProject } from '../../domain/inquiries/inquiry-project.server.ts'
import {
  InterestAmountSchema,
  InterestTermsSchema,
  InterestUnitSchema,
  unitGone,
} from '../../domain/inquiries/interest-schema.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import { type PricedUnit, pricedUnits } from '../../domain/projects/units.server.ts'
import {
  type Context,
  currentUser,
  guestQuery,
  notFound,
} from '../../platform/session/session.server.ts'
import { type FormReply, parseForm, refuseForm } from '../../values/form.ts'
import { type Cents, formatAmount } from '../../values/money.ts'

/** The steps of a guest; the address carries what the earlier ones led to. */
type InterestView =
  | { step: 'amount'; choice: InterestChoice | null; reply: FormReply | undefined }
  | { step: 'terms'; choice: InterestChoice; reply: FormReply | undefined }
  | { step: 'details'; choice: InterestChoice }

/** A unit or share with its price, or an amount alone. */
export type InterestChoice = { amount: Cents; unit: PricedUnit | null }

type Interesting = { project: ListedProjectPage; units: PricedUnit[] }

/**
 * The project that a guest may be interested in, with what the page needs. Throws redirects: people who are signed in to
 * their own form, and everyone away when it takes no requests.
 */
export async function interestingProject(context: Context, slug: string) {
  const { project, projectId, units } = await guestQuery(context, async (guest) => {
    const { id } = (await findInquiryProject(guest, slug)) ?? {}
    return {
      projectId: id,
      project: await findPublishedProject(guest, slug),
      units: id ? await pricedUnits(guest, id) : [],
    }
  })
  if (!project || !projectId) throw notFound()
  if ('movedTo' in project) throw redirect(`/investment/${project.movedTo}/interest`, 308)
  if (await currentUser(context)) throw redirect(investAddress(slug))
  const { invest } = project
  if (invest?.to !== investAddress(slug)) throw redirect(invest?.to ?? `/contact?project=${slug}`)
  return { project, projectId, units }
}

const investAddress = (slug: string) => `/investment/${slug}/invest`

/** Identifies the price, return, completion and risks that a guest read, and the unit with its price. */
export function termsOf(project: ListedProjectPage, { unit }: InterestChoice): string {
  const { unitPrice, annualReturn, completion, riskText } = project
  const chosen = unit && `${unit.id} ${unit.price}`
  const shown = JSON.stringify([String(unitPrice), annualReturn, completion, riskText, chosen])
  return createHash('sha256').update(shown).digest('hex').slice(0, 16)
}

/** The step that an address has come to, or the last valid one with what is wrong. */
export function stepAt(url: URL, offer: Interesting): InterestView {
  const typed = new FormData()
  for (const [name, value] of url.searchParams) typed.append(name, value)
  const choice = readChoice(typed, offer)
  if ('reply' in choice) {
    const isSent = typed.has('amount')
    typed.set('amount', url.searchParams.get('from') ?? '')
    const from = readChoice(typed, offer)
    if (!('reply' in from)) return { step: 'amount', choice: from, reply: undefined }
    const isGone = from.reply.errors.unit !== undefined
    return { step: 'amount', choice: null, reply: isSent || isGone ? choice.reply : undefined }
  }
  if (!typed.has('amount')) return { step: 'amount', choice, reply: undefined }
  if (!typed.has('terms')) return { step: 'terms', choice, reply: undefined }
  const understood = parseForm(InterestTermsSchema, typed)
  if (!understood.ok) return { step: 'terms', choice, reply: understood.reply }
  if (understood.value.terms === termsOf(offer.project, choice)) return { step: 'details', choice }
  return { step: 'terms', choice, reply: { errors: {}, values: {}, message: termsChanged } }
}

export const termsChanged =
  'The price, the expected return, the completion or the risks have changed. Please read this again.'

/** What a form chooses: a free unit or share, or an amount of at least the smallest and at most the whole project. */
export function readChoice(
  form: FormData,
  { project, units }: Interesting,
): InterestChoice | { reply: FormReply } {
  const named = parseForm(InterestUnitSchema, form)
  const wanted = named.ok ? named.value.unit : undefined
  const unit = units.find(({ id }) => id === wanted)
  if (unit) return { amount: unit.price, unit }
  if (wanted !== null) return { reply: refuseForm(form, { errors: { unit: unitGone } }) }
  const parsed = parseForm(InterestAmountSchema, form)
  if (!parsed.ok) return { reply: parsed.reply }
  const { amount } = parsed.value
  const refusal = whyNot(amount, project)
  if (refusal === null) return { amount, unit: null }
  return { reply: refuseForm(form, { errors: { amount: refusal } }) }
}

/** The smallest amount of a project; null where it does not say. */
export function smallestAmount({ minimum, unitPrice }: ListedProjectPage): Cents | null {
  return minimum ?? unitPrice
}

function whyNot(amount: Cents, project: ListedProjectPage): string | null {
  const least = smallestAmount(project)
  if (least !== null && amount < least)
    return `The minimum is ${formatAmount(least, 'when-needed')}.`
  const { target } = project
  if (target !== null && amount > target)
    return `The target of the whole project is ${formatAmount(target, 'when-needed')}.`
  return null
}
