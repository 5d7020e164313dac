import { asSuperuser } from '../database.ts'
import { aProject, type Person } from '../people.ts'
import { insertOneOfEverything } from './rows-of-everything.ts'

/**
 * Gives an investor one row in every table that can belong to an investor: an investment in an unpublished project of
 * its own with a payment, receipt, distribution, document and notification.
 */
export async function giveOneOfEverything(person: Person, projectName: string): Promise<void> {
  const projectId = await aProject(projectName, { published: false })
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const insert = async (text: string, ...values: unknown[]) => {
      const { rows } = await client.query<{ id: string }>(text, values)
      return rows[0]?.id ?? ''
    }
    await insertOneOfEverything(insert, person, projectId, projectName)
  })
}
