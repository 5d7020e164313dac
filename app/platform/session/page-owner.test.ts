import { describe, expect, test, vi } from 'vitest'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { adminCommand, requireUser } from './session.server.ts'

const admin = await anAdmin()
const form = '/admin-dashboard/investors/new.data'

/** Sends a form of the page that was drawn for `owner`, as the person who is signed in now. */
function sendAs(
  person: Parameters<typeof requestBy>[0],
  owner: string | null,
  path = form,
  accept = '*/*',
) {
  const headers = { accept, ...(owner === null ? {} : { cookie: `page-of=${owner}` }) }
  const { context } = requestBy(person, path, { method: 'POST', headers })
  return {
    context,
    done: adminCommand(context, async () => 'done').catch((thrown: unknown) => thrown),
  }
}

const refused = expect.objectContaining({ init: { status: 409 } })

describe('a form of a page that was drawn for someone else', () => {
  test('is refused, whatever the role of who is signed in now', async () => {
    const other = await anAdmin()
    expect(await sendAs(other, admin.userId).done).toEqual(refused)
    expect(await sendAs(await anInvestor(), admin.userId).done).toEqual(refused)
    expect(
      await sendAs(other, admin.userId, '/admin-dashboard/documents/new/upload', 'application/json')
        .done,
    ).toEqual(refused)
    await expect(requireUser(sendAs(other, admin.userId).context)).rejects.toEqual(refused)
  })

  test('does what it says for its own person, and where no page says whose it is', async () => {
    expect(await sendAs(admin, admin.userId).done).toBe('done')
    expect(await sendAs(admin, null).done).toBe('done')
  })

  test('is no matter to a page that is opened: only script asks for what it keeps', async () => {
    expect(
      await sendAs(admin, (await anAdmin()).userId, '/admin-dashboard/investors/new').done,
    ).toBe('done')
  })

  test('is never a way past the role', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const investor = await anInvestor()
    expect(await sendAs(investor, investor.userId).done).toMatchObject({ init: { status: 404 } })
  })
})
