import type { AdminActor } from '../../platform/database.server.ts'
import { isId } from '../../values/id.ts'
import { investmentsOf } from '../investments/import-investments.server.ts'
import { investorsNamed, projectsNamed } from './find-parties.server.ts'

/** How a row of a file names an investment. */
export type Named = { investment: string | null; investor: string | null; project: string | null }
/** The investment that is meant, or which cell does not say so and why. */
export type Meant = { id: string } | { why: [string, string] }

/** Which investment each row means: the one that it names, or the only open one of that person in that project. */
export async function investmentsMeant(admin: AdminActor, named: readonly Named[]): Promise<(row: Named) => Meant> {
  const investorOf = await investorsNamed(
    admin,
    named.flatMap(({ investor }) => investor ?? []),
  )
  const projectOf = await projectsNamed(admin)
  const people = named.flatMap(({ investor, investment }) => {
    const party = investor !== null && investment === null ? investorOf(investor) : ''
    return typeof party === 'string' ? [] : [party.id]
  })
  const open = (await investmentsOf(admin, [...new Set(people)])).filter(({ status }) => status !== 'cancelled')
  const byPair = Map.groupBy(open, (one) => `${one.investor_id} ${one.project_id}`)
  const ofPair = (investor: string | null, project: string | null): Meant => {
    const [person, house] = [investorOf(investor ?? ''), projectOf(project ?? '')]
    if (typeof person === 'string') return { why: ['investor', person] }
    if (typeof house === 'string') return { why: ['project', house] }
    const [one, ...others] = byPair.get(`${person.id} ${house.id}`) ?? []
    if (!one) return { why: ['project', `${person.name} has no investment in ${house.name}.`] }
    if (others.length === 0) return { id: one.id }
    const several = `${person.name} has ${others.length + 1} investments in ${house.name}: write the id of one.`
    return { why: ['investment', several] }
  }
  return ({ investment, investor, project }) => (investment === null ? ofPair(investor, project) : ofId(investment))
}

function ofId(investment: string): Meant {
  const id = investment.toLowerCase()
  return isId(id) ? { id } : { why: ['investment', 'Not an id of an investment.'] }
}
