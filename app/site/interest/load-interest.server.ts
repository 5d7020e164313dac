import { createHash } from 'node:crypto'
import { redirect } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import {
  InterestAmountSchema,
  InterestTermsSchema,
} from '../../domain/inquiries/interest-schema.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import {
  type Context,
  currentUser,
  guestQuery,
  notFound,
} from '../../platform/session/session.server.ts'
import { type FormReply, parseForm } from '../../values/form.ts'
import { type Cents, formatAmount } from '../../values/money.ts'

/** The steps of a guest; the address carries what the earlier ones led to. */
type InterestView =
  | { step: 'amount'; amount: Cents | null; reply: FormReply | undefined }
  | { step: 'terms'; amount: Cents; reply: FormReply | undefined }
  | { step: 'details'; amount: Cents }

/**
 * The project that a guest may be interested in, with what the page needs. Throws redirects: people who are signed in to
 * their own form, and everyone away when it takes no requests.
 */
export async function interestingProject(context: Context, slug: string) {
  const { project, company } = await guestQuery(context, async (guest) => ({
    project: await findPublishedProject(guest, slug),
    company: await companyFacts(guest),
  }))
  if (!project) throw notFound()
  if ('movedTo' in project) throw redirect(`/investment/${project.movedTo}/interest`, 308)
  if (await currentUser(context)) throw redirect(investAddress(slug))
  const { invest } = project
  if (invest?.to !== investAddress(slug)) throw redirect(invest?.to ?? `/contact?project=${slug}`)
  return { project, company, terms: termsOf(project) }
}

const investAddress = (slug: string) => `/investment/${slug}/invest`

/** Identifies the price, return, completion and risks that a guest read. */
function termsOf(project: ListedProjectPage): string {
  const { unitPrice, annualReturn, completion, riskText } = project
  const shown = JSON.stringify([String(unitPrice), annualReturn, completion, riskText])
  return createHash('sha256').update(shown).digest('hex').slice(0, 16)
}

/** The step that an address has come to, or the last valid one with what is wrong. */
export function stepAt(url: URL, project: ListedProjectPage, terms: string): InterestView {
  const typed = new FormData()
  for (const [name, value] of url.searchParams) typed.append(name, value)
  const amount = readAmount(typed, project)
  if ('reply' in amount) {
    const from = readAmount(amountForm(url.searchParams.get('from') ?? ''), project)
    const reply = typed.has('amount') ? amount.reply : undefined
    return { step: 'amount', amount: 'reply' in from ? null : from.amount, reply }
  }
  if (!typed.has('terms')) return { step: 'terms', amount: amount.amount, reply: undefined }
  const understood = parseForm(InterestTermsSchema, typed)
  if (!understood.ok) return { step: 'terms', amount: amount.amount, reply: understood.reply }
  if (understood.value.terms === terms) return { step: 'details', amount: amount.amount }
  const changed = { errors: {}, values: {}, message: termsChanged }
  return { step: 'terms', amount: amount.amount, reply: changed }
}

export const termsChanged =
  'The price, the expected return or the completion has changed. Please read this again.'

function amountForm(amount: string): FormData {
  const form = new FormData()
  form.set('amount', amount)
  return form
}

/** The amount of a form, at least the smallest and at most the whole project. */
export function readAmount(form: FormData, project: ListedProjectPage) {
  const parsed = parseForm(InterestAmountSchema, form)
  if (!parsed.ok) return { reply: parsed.reply }
  const { amount } = parsed.value
  const refusal = whyNot(amount, project)
  if (refusal === null) return { amount }
  const typed = String(form.get('amount'))
  return { reply: { errors: { amount: refusal }, values: { amount: typed } } }
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
    return `The whole project is ${formatAmount(target, 'when-needed')}.`
  return null
}
