import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor, InvestorReader } from '../../platform/database/database.server.ts'
import type { Cents } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { ownedText } from '../investments/owned.server.ts'
import { freeUnits } from '../projects/units.server.ts'
import { isOpen } from './my-requests.server.ts'
import { type AmountRefused, checkDraft, type Offer } from './request.ts'

/**
 * `version` increases with every change on any device. `understoodAt` is null until terms and risk
 * are acknowledged, and again when the offer has changed since: then `isOutdated`.
 */
export type RequestDraft = {
  amount: Cents
  /** The unit or share that it names in words, and as it can be chosen now; null when it names none, or it is not free. */
  owned: string | null
  unit: Offer['units'][number] | null
  note: string | null
  understoodAt: Date | null
  isOutdated: boolean
  version: number
}

export type OpenRequest = {
  id: string
  amount: Cents
  /** The unit or share that it names, in words. */
  owned: string | null
  requestedAt: Date
  reservedUntil: Date
}

/** An offer with the investor's draft and open request. Null for a project that is not public, or closed. */
export async function findOffer(
  investor: InvestorReader,
  slug: string,
): Promise<{ offer: Offer; draft: RequestDraft | null; open: OpenRequest | null } | null> {
  const row = await investor.tx
    .selectFrom('project')
    .innerJoin(
      sql<{
        offered_cents: Cents | null
        left_cents: Cents | null
      }>`lateral app.open_offer(project.id)`.as('offer'),
      (join) => join.onTrue(),
    )
    .select(['id', 'slug', 'name', 'minimum_cents', 'unit_price_cents', 'annual_return_bp'])
    .select(['offered_cents', 'left_cents'])
    .select(saidOfProject.as('terms'))
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!row) return null
  const offer = await offerFrom(investor, row)
  return {
    offer,
    draft: await findDraft(investor, offer),
    open: await findOpenRequest(investor, row.id),
  }
}

type OfferRow = {
  id: string
  slug: string
  name: string
  minimum_cents: Cents | null
  unit_price_cents: Cents | null
  annual_return_bp: number | null
  offered_cents: Cents | null
  left_cents: Cents | null
  terms: string
}

const saidOfProject = sql<string>`md5(concat_ws('|', coalesce(unit_price_cents::text, ''),
  coalesce(annual_return_bp::text, ''), coalesce(completion_on::text, ''), coalesce(completion_text, ''), risk_text))`

async function offerFrom(investor: InvestorReader, row: OfferRow): Promise<Offer> {
  const free = await freeUnits(investor, row.id)
  const units = free.flatMap(({ price, ...unit }) =>
    price === null || price < (row.minimum_cents ?? price) ? [] : [{ ...unit, price }],
  )
  return {
    projectId: row.id,
    slug: row.slug,
    name: row.name,
    minimum: row.minimum_cents,
    unitPrice: row.unit_price_cents,
    annualReturn: row.annual_return_bp === null ? null : basisPoints(row.annual_return_bp),
    offered: row.offered_cents,
    left: row.left_cents,
    units,
    terms: row.terms,
  }
}

/** The investor's draft for a project, or null. */
export async function findDraft(
  investor: InvestorReader,
  { projectId, terms, units }: Pick<Offer, 'projectId' | 'terms' | 'units'>,
): Promise<RequestDraft | null> {
  const row = await investor.tx
    .selectFrom('request_draft as draft')
    .select(['amount_cents', 'note', 'understood_at', 'understood_terms', 'version'])
    .select(['unit_id', 'share_bp', ownedText('draft').as('owned')])
    .where('investor_id', '=', investor.investorId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) return null
  const isOutdated = row.understood_at !== null && row.understood_terms !== terms
  const understoodAt = isOutdated ? null : row.understood_at
  return {
    amount: row.amount_cents,
    owned: row.owned,
    unit:
      units.find(
        ({ id, share, price }) =>
          price === row.amount_cents &&
          (share === null ? id === row.unit_id : share === row.share_bp),
      ) ?? null,
    note: row.note,
    understoodAt,
    isOutdated,
    version: row.version,
  }
}

/** The investor's open request for a project, or null. */
export async function findOpenRequest(
  investor: InvestorReader,
  projectId: string,
): Promise<OpenRequest | null> {
  const row = await investor.tx
    .selectFrom('investment_request')
    .select(['id', 'amount_cents', 'requested_at', 'reserved_until'])
    .select(ownedText('investment_request').as('owned'))
    .where('investor_id', '=', investor.investorId)
    .where('project_id', '=', projectId)
    .where(isOpen)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    amount: row.amount_cents,
    owned: row.owned,
    requestedAt: row.requested_at,
    reservedUntil: row.reserved_until,
  }
}

/** The investor's open request for the project of this address, or null. */
export async function findOpenRequestBySlug(
  investor: InvestorReader,
  slug: string,
): Promise<OpenRequest | null> {
  const project = await investor.tx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return project ? findOpenRequest(investor, project.id) : null
}

/** Refused with the reason why this amount cannot be requested. */
export type DraftSaved =
  | { saved: true }
  | AmountRefused
  | { refused: 'closed' }
  | { refused: 'open-already' }

/**
 * Saves the amount of a draft, or the unit or share with its price, and keeps its acknowledgement. Refused below the
 * minimum, above what is left, for what is no longer free, and with an open request. Reserves nothing.
 */
export async function saveDraft(
  investor: InvestorActor,
  slug: string,
  {
    amount: typed,
    note,
    unitId = null,
  }: { amount: Cents; note: string | null; unitId?: string | null },
): Promise<DraftSaved> {
  const found = await findOffer(investor, slug)
  if (!found) return { refused: 'closed' }
  if (found.open) return { refused: 'open-already' }
  const unit = found.offer.units.find(({ id }) => id === unitId)
  const amount = unit?.price ?? typed
  const refusal = checkDraft({ amount, owned: unitId, unit: unit ?? null }, found.offer)
  if (refusal) return refusal
  const saved = {
    amount_cents: amount,
    note,
    saved_at: clock.now(),
    unit_id: unit?.share === null ? unit.id : null,
    share_bp: unit?.share ?? null,
  }
  await investor.tx
    .insertInto('request_draft')
    .values({ investor_id: investor.investorId, project_id: found.offer.projectId, ...saved })
    .onConflict((conflict) => conflict.columns(['investor_id', 'project_id']).doUpdateSet(saved))
    .execute()
  return { saved: true }
}

/** Deletes an investor's draft if there is one. Refused once it was sent. */
export async function discardDraft(
  investor: InvestorActor,
  slug: string,
): Promise<{ discarded: true } | { refused: 'sent-already' }> {
  if (await findOpenRequestBySlug(investor, slug)) return { refused: 'sent-already' }
  await investor.tx
    .deleteFrom('request_draft')
    .where('investor_id', '=', investor.investorId)
    .where('project_id', 'in', (found) =>
      found.selectFrom('project').select('project.id').where('slug', '=', slug),
    )
    .execute()
  return { discarded: true }
}

/** Stores when terms and risk were acknowledged and for which `terms`. Refused without a draft or once it was sent. */
export async function acknowledgeTerms(
  investor: InvestorActor,
  slug: string,
  terms: string,
): Promise<{ saved: true } | { refused: 'closed' | 'no-draft' | 'open-already' }> {
  const found = await findOffer(investor, slug)
  if (!found) return { refused: 'closed' }
  if (found.open) return { refused: 'open-already' }
  if (!found.draft) return { refused: 'no-draft' }
  const now = clock.now()
  await investor.tx
    .updateTable('request_draft')
    .set({ understood_at: now, understood_terms: terms, saved_at: now })
    .where('investor_id', '=', investor.investorId)
    .where('project_id', '=', found.offer.projectId)
    .execute()
  return { saved: true }
}

/** Locks the project's offer until commit, so that no one else can reserve any of it. */
export async function lockAvailableOffer(
  investor: InvestorActor,
  projectId: string,
): Promise<Offer | null> {
  const row = await investor.tx
    .selectFrom(
      sql<{
        offered_cents: Cents | null
        left_cents: Cents | null
      }>`app.take_turn_at_offer(${projectId})`.as('offer'),
    )
    .innerJoin('project', (join) => join.on('project.id', '=', projectId))
    .select(['id', 'slug', 'name', 'minimum_cents', 'unit_price_cents', 'annual_return_bp'])
    .select(['offered_cents', 'left_cents'])
    .select(saidOfProject.as('terms'))
    .executeTakeFirst()
  return row ? offerFrom(investor, row) : null
}
