import { randomUUID } from 'node:crypto'
import { editInvestment } from '../app/domain/investment-changes/edit-investment.server.ts'
import {
  approveRequest,
  declineRequest,
} from '../app/domain/investment-requests/decide-request.server.ts'
import {
  acknowledgeTerms,
  findOffer,
  saveDraft,
} from '../app/domain/investment-requests/draft-request.server.ts'
import { sendRequest } from '../app/domain/investment-requests/send-request.server.ts'
import { withdrawRequest } from '../app/domain/investment-requests/withdraw-request.server.ts'
import { addInvestment } from '../app/domain/investments/add-investment.server.ts'
import { freeUnits } from '../app/domain/projects/units.server.ts'
import { cents } from '../app/values/money.ts'
import { hundredPercent } from '../app/values/percent.ts'
import { change } from './database.ts'
import { anOpenedEdit } from './ledger.ts'
import { anAdmin, anInvestor, as, asPerson, day, type Person } from './people.ts'

export const admin = await anAdmin()
export const people = await Promise.all(
  ['Anna', 'Ben', 'Chiku', 'Dalmar'].map((name) => anInvestor(name)),
)
export const names = ['A-1', 'A-2', 'A-3', '50%', '25%', '30%', '12.5%']
export const price = cents(10_000_00n)

type Owned = string | null
type Holding = { id: string; by: number; owned: Owned; cancelled: boolean }
type Requested = { id: string; by: number; owned: Owned; open: boolean }
export type Model = { investments: Holding[]; requests: Requested[] }
export type World = { projectId: string; slug: string; model: Model }

/** A step by a small generator, so that a seed gives the same acts. */
export function randomBy(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

export const bp = (owned: Owned) => (owned?.endsWith('%') ? Number.parseFloat(owned) * 100 : 0)

/** Whether what is named is free, apart from this investment and this request. */
function isFree({ investments, requests }: Model, owned: Owned, except: string): boolean {
  if (owned === null) return true
  const held = [
    ...investments.filter(({ id, cancelled }) => !cancelled && id !== except),
    ...requests.filter(({ id, open }) => open && id !== except),
  ]
  if (!owned.endsWith('%')) return held.every((other) => other.owned !== owned)
  return held.reduce((sum, other) => sum + bp(other.owned), bp(owned)) <= hundredPercent
}

export type Act = {
  says: string
  /** Does it in the model; whether it is accepted. */
  expect: (model: Model) => boolean
  /** Does it in the product: the new id, true, or false when it is refused. */
  run: () => Promise<string | boolean>
  /** Of what an accepted act creates. */
  adopt?: (model: Model, id: string) => void
}

const accepted = (answer: object) => !('refused' in answer)

export function addAct(world: World, by: number, owned: Owned): Act {
  return {
    says: `${by} gets ${owned}`,
    expect: (model) => {
      if (!isFree(model, owned, '')) return false
      model.investments.push({ id: 'new', by, owned, cancelled: false })
      return true
    },
    run: async () => {
      const answer = await as(admin, (actor) =>
        addInvestment(actor, {
          key: randomUUID(),
          projectId: world.projectId,
          amount: price,
          owned,
          investorId: people[by]?.investorId ?? '',
          status: 'pending' as const,
          investedOn: day('2026-02-01'),
          nextPaymentOn: null,
          nextPaymentAmount: null,
          furtherTranche: true,
          beyondOffer: true,
        }),
      )
      return 'investmentId' in answer ? answer.investmentId : false
    },
    adopt: (model, id) => {
      const added = model.investments.find((investment) => investment.id === 'new')
      if (added) added.id = id
    },
  }
}

type Changes = { status?: 'pending' | 'cancelled'; by?: number; owned?: Owned }

export function editAct(holding: Holding, changes: Changes): Act {
  const { id } = holding
  return {
    says: `${id.slice(-4)} becomes ${JSON.stringify(changes)}`,
    expect: (model) => {
      const investment = model.investments.find((known) => known.id === id)
      if (!investment) return false
      const { status, by = investment.by, owned = investment.owned } = changes
      const cancelled = status === undefined ? investment.cancelled : status === 'cancelled'
      if (!cancelled && !isFree(model, owned, id)) return false
      Object.assign(investment, { by, owned, cancelled })
      return true
    },
    run: async () => {
      const opened = await anOpenedEdit(admin, id)
      const { by, ...rest } = changes
      const investorId = by === undefined ? opened.investorId : (people[by]?.investorId ?? '')
      const input = { ...opened, ...rest, investorId, furtherTranche: true, beyondOffer: true }
      return accepted(await as(admin, (actor) => editInvestment(actor, id, input)))
    },
  }
}

/** Investors choose among what is shown as free. */
export function requestAct(world: World, by: number, owned: string): Act {
  const person = people[by] as Person
  return {
    says: `${by} requests ${owned}`,
    expect: (model) => {
      if (model.requests.some((request) => request.by === by && request.open)) return false
      if (!isFree(model, owned, '')) return false
      model.requests.push({ id: 'new', by, owned, open: true })
      return true
    },
    run: async () => {
      const free = await asPerson(person, (investor) => freeUnits(investor, world.projectId))
      const unitId = free.find(({ name }) => name === owned)?.id
      if (!unitId) return false
      const saved = await asPerson(person, (investor) =>
        saveDraft(investor, world.slug, { amount: price, note: null, unitId }),
      )
      if ('refused' in saved) return false
      const looked = () => asPerson(person, (investor) => findOffer(investor, world.slug))
      const terms = (await looked())?.offer.terms ?? ''
      await asPerson(person, (investor) => acknowledgeTerms(investor, world.slug, terms))
      const version = (await looked())?.draft?.version ?? 0
      const { projectId } = world
      const sent = await asPerson(person, (investor) =>
        sendRequest(investor, { key: randomUUID(), projectId, version, templateId: null }),
      )
      return 'requestId' in sent ? sent.requestId : false
    },
    adopt: (model, id) => {
      const added = model.requests.find((request) => request.id === 'new')
      if (added) added.id = id
    },
  }
}

export const ends = ['withdraw', 'decline', 'expire', 'approve'] as const

export function endAct(request: Requested, how: (typeof ends)[number]): Act {
  const { id, by, owned } = request
  return {
    says: `${how} ${id.slice(-4)} of ${by} for ${owned}`,
    expect: (model) => {
      const found = model.requests.find((known) => known.id === id)
      if (!found?.open) return false
      found.open = false
      if (how === 'approve') model.investments.push({ id: 'new', by, owned, cancelled: false })
      return true
    },
    run: async () => {
      if (how === 'withdraw')
        return accepted(
          await asPerson(people[by] as Person, (investor) => withdrawRequest(investor, id)),
        )
      if (how === 'decline')
        return accepted(await as(admin, (actor) => declineRequest(actor, id, { reason: 'No' })))
      if (how === 'expire') {
        await change(
          `update app.investment_request set reserved_until = now() - interval '1 second' where id = $1`,
          [id],
        )
        return true
      }
      const answer = await as(admin, (actor) => approveRequest(actor, id, { key: randomUUID() }))
      return 'investmentId' in answer ? answer.investmentId : false
    },
    adopt: (model, investmentId) => {
      const added = model.investments.find((investment) => investment.id === 'new')
      if (added) added.id = investmentId
    },
  }
}

export function chooseAct(world: World, random: (below: number) => number): Act | null {
  const owned = names[random(names.length)] ?? 'A-1'
  const by = random(people.length)
  const open = world.model.requests.filter((request) => request.open)
  const request = open[random(open.length)]
  const kind = random(10)
  if (kind < 3) return addAct(world, by, random(5) === 0 ? null : owned)
  if (kind < 6) return requestAct(world, by, owned)
  if (kind > 6) return chooseChange(world, random, { by, owned })
  return request ? endAct(request, ends[random(ends.length)] ?? 'expire') : null
}

/** A transfer, another unit or share, or none, and a cancellation or its opposite. */
function chooseChange(
  { model }: World,
  random: (below: number) => number,
  { by, owned }: { by: number; owned: string },
): Act | null {
  const investment = model.investments[random(model.investments.length)]
  if (!investment) return null
  const status = investment.cancelled ? ('pending' as const) : ('cancelled' as const)
  const changes = [{ by }, { owned }, { owned: null }, { status }, { status }]
  return editAct(investment, changes[random(changes.length)] ?? { by })
}
