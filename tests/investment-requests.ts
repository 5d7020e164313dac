import { randomUUID } from 'node:crypto'
import {
  acknowledgeTerms,
  findOffer,
  saveDraft,
} from '../app/domain/investment-requests/draft-request.server.ts'
import { sendRequest } from '../app/domain/investment-requests/send-request.server.ts'
import type { Cents } from '../app/values/money.ts'
import { change } from './database.ts'
import { type anOffer, asPerson, type Person } from './people.ts'

/** A project with what it offers. */
export type Offered = Awaited<ReturnType<typeof anOffer>>

/** What Invest Now shows this person of it. */
export const lookAt = (person: Person, { slug }: Offered) =>
  asPerson(person, (investor) => findOffer(investor, slug))
export const leftOf = async (person: Person, offered: Offered) =>
  (await lookAt(person, offered))?.offer.left

/** Chooses an amount and acknowledges terms and risk. */
export async function prepare(person: Person, offered: Offered, amount: Cents): Promise<void> {
  const { slug } = offered
  await asPerson(person, (investor) => saveDraft(investor, slug, { amount, note: null }))
  const terms = (await lookAt(person, offered))?.offer.terms ?? ''
  await asPerson(person, (investor) => acknowledgeTerms(investor, slug, terms))
}

/** Sends what was prepared, once per key. */
export async function send(person: Person, offered: Offered, key: string = randomUUID()) {
  const found = await lookAt(person, offered)
  const version = found?.draft?.version ?? 2
  const { projectId } = offered
  return asPerson(person, (investor) =>
    sendRequest(investor, { key, projectId, version, templateId: null }),
  )
}

/** A request that waits for an answer; its id. */
export async function aRequest(person: Person, offered: Offered, amount: Cents): Promise<string> {
  await prepare(person, offered, amount)
  const sent = await send(person, offered)
  if ('refused' in sent) throw new Error(sent.refused)
  return sent.requestId
}

/** Past the program, as a forgotten check would let it. */
export const insertRequest = ({ investorId }: Person, { projectId }: Offered, amount: Cents) =>
  change(
    'insert into app.investment_request (investor_id, project_id, amount_cents, understood_at) values ($1, $2, $3, now())',
    [investorId, projectId, amount],
  )

export const requestsOf = async ({ investorId }: Person) => {
  const { rows } = await change<{ amount_cents: string; note: string | null; status: string }>(
    'select amount_cents, note, status from app.investment_request where investor_id = $1 order by requested_at',
    [investorId],
  )
  return rows
}
