import { randomUUID } from 'node:crypto'
import {
  countAllowed,
  get,
  newAddress,
  type Outcome,
  outcomeOf,
  post,
  type Site,
} from './check-site.ts'

const failuresAllowed = 10
const unknownCodesAllowed = 30

/** Wrong passwords for one account, sent to the processes in turn: together they allow no more than one would. */
export async function checkSignInLimit(site: Site): Promise<Outcome> {
  const [email, from] = [`${randomUUID()}@check.example.com`, newAddress()]
  const allowed = await countAllowed(site, failuresAllowed + 5, (address, time) =>
    post(address, '/login', { from, form: { email, password: `wrong-${time}` } }),
  )
  return outcomeOf(
    `wrong passwords, ${failuresAllowed} allowed`,
    `${allowed} tried`,
    allowed === failuresAllowed,
  )
}

/** Codes of documents that no one has, from one network. */
export async function checkGuessLimit(site: Site): Promise<Outcome> {
  const from = newAddress()
  const allowed = await countAllowed(site, unknownCodesAllowed + 6, (address, time) =>
    get(address, `/verify/0000-0000-0000-${String(1000 + time)}`, { from }),
  )
  return outcomeOf(
    `unknown codes, ${unknownCodesAllowed} allowed`,
    `${allowed} tried`,
    allowed === unknownCodesAllowed,
  )
}
