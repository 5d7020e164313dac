import type { AdminActor } from '../../platform/database.server.ts'
import { isId } from '../../values/id.ts'
import { investmentsOf } from '../investments/import-investments.server.ts'
import { investorsNamed, projectsNamed } from './find-parties.server.ts'

/** How a row of a file names an investment. */
export type Named = { investment: string | null; investor: string | null; project: string | null }
/** The investment that is meant, or which cells do not say so and why; none when those cells are a problem already. */
export type Meant = { id: string } | { why: [string, string][] }

/** Which investment each row means: the one that it names, or the only open one of that person in that project. */
export async function investmentsMeant(
  admin: AdminActor,
  named: readonly Named[],
): Promise<(row: Named) => Meant> {
  const investorOf = await investorsNamed(
    admin,
    named.flatMap(({ investor }) => investor ?? []),
  )
  const projectOf = await projectsNamed(admin)
  const people = named.flatMap(({ investor, investment }) => {
    const party = investor !== null && investment === null ? investorOf(investor) : ''
    return typeof party === 'string' ? [] : [party.id]
  })
  const all = await investmentsOf(admin, [...new Set(people)])
  const byPair = Map.groupBy(all, (one) => `${one.investor_id} ${one.project_id}`)
  const ofPair = (investor: string | null, project: string | null): Meant => {
    const [person, house] = [
      investor === null ? null : investorOf(investor),
      project === null ? null : projectOf(project),
    ]
    const why: [string, string][] = []
    if (typeof person === 'string') why.push(['investor', person])
    if (typeof house === 'string') why.push(['project', house])
    if (!person || !house || typeof person === 'string' || typeof house === 'string') return { why }
    return onlyOpen(byPair.get(`${person.id} ${house.id}`) ?? [], person.name, house.name)
  }
  return ({ investment, investor, project }) =>
    investment === null ? ofPair(investor, project) : ofId(investment)
}

type Investment = Awaited<ReturnType<typeof investmentsOf>>[number]

function onlyOpen(investments: readonly Investment[], person: string, house: string): Meant {
  const [one, ...others] = investments.filter(({ status }) => status !== 'cancelled')
  if (one && others.length === 0) return { id: one.id }
  if (one) {
    return {
      why: [
        [
          'investment',
          `${person} has ${others.length + 1} investments in ${house}: write the id of one.`,
        ],
      ],
    }
  }
  if (investments.length === 0)
    return { why: [['project', `${person} has no investment in ${house}.`]] }
  const [are, take] =
    investments.length === 1
      ? ['investment', 'is cancelled and takes']
      : ['investments', 'are cancelled and take']
  return { why: [['project', `The ${are} of ${person} in ${house} ${take} no payments.`]] }
}

function ofId(investment: string): Meant {
  const id = investment.toLowerCase()
  return isId(id) ? { id } : { why: [['investment', 'Not an id of an investment.']] }
}
