import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { cookiesOf, thrownBy, visitTo } from '../../../tests/visits.ts'
import { files } from '../files/files.server.ts'
import { requireAdmin, visitorContext } from '../session/session.server.ts'
import {
  type ActionArgs,
  type ActionResponse,
  formAction,
  type Refusals,
} from './form-action.server.ts'

const cookie = await cookiesOf(await anAdmin())
const schema = z.object({ name: z.string().min(1, 'Enter a name.') })
type Named = { named: string } | { refused: 'taken'; by: string } | { refused: 'not-found' }
const refusals: Refusals<Named> = {
  taken: ({ by }) => ({ errors: { name: `${by} has this name.` }, facts: { by } }),
}
const called = vi.fn<(name: string) => Promise<Named>>()

type Sent = { form?: Record<string, string>; params?: Record<string, string>; by?: string }

function send({ form = {}, params = {}, by = cookie }: Sent, to?: string) {
  return formAction(visitTo<ActionArgs>('/admin-dashboard', { cookie: by, form, params }), {
    guard: requireAdmin,
    schema,
    run: ({ value }) => called(value.name),
    refusals,
    done: ({ named }) => ({ to: '/done', toast: { kind: 'success', title: named } }),
    failed: to ? { title: 'Error naming', to } : 'Error naming',
  })
}

function repliedBy(answer: ActionResponse) {
  if (answer instanceof Response) throw new Error('it was carried out')
  return { status: answer.init?.status, ...answer.data }
}

test('the guard comes before what was typed, and an id that is none before the command', async () => {
  called.mockClear()
  const investor = await cookiesOf(await anInvestor())
  expect((await thrownBy(send({ by: investor }))).status).toBe(404)
  const form = { name: 'Lamu' }
  expect((await thrownBy(send({ form, params: { projectId: 'nothing' } }))).status).toBe(404)
  expect(called).not.toHaveBeenCalled()
})

test('what cannot be read and what is refused keep what was typed, without what proves someone', async () => {
  called.mockResolvedValue({ refused: 'taken', by: 'Asha' })
  const proofs = { currentPassword: 'secret', code: '123456' }
  expect(repliedBy(await send({ form: { name: '', note: 'Typed', ...proofs } }))).toEqual({
    status: 422,
    reply: { errors: { name: 'Enter a name.' }, values: { name: '', note: 'Typed' } },
    toast: null,
  })
  expect(repliedBy(await send({ form: { name: 'Lamu', ...proofs } }))).toEqual({
    status: 422,
    reply: { errors: { name: 'Asha has this name.' }, values: { name: 'Lamu' } },
    toast: null,
    by: 'Asha',
  })
  called.mockResolvedValue({ refused: 'not-found' })
  expect((await thrownBy(send({ form: { name: 'Lamu' } }))).status).toBe(404)
})

test('what was carried out leads on; a fault is logged, and says its reference where the form is', async () => {
  called.mockResolvedValue({ named: 'Lamu' })
  expect(await send({ form: { name: 'Lamu' } })).toMatchObject({ status: 303 })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  called.mockRejectedValue(new Error('no connection'))
  expect(repliedBy(await send({ form: { name: 'Lamu' } }))).toMatchObject({
    status: 500,
    reply: {
      message: expect.stringMatching(/^Error naming\. Please try again later\. Reference \S+$/),
      values: { name: 'Lamu' },
    },
    toast: { kind: 'error', title: 'Error naming', text: 'Please try again later.' },
  })
  const led = await send({ form: { name: 'Lamu' } }, '/list')
  if (!(led instanceof Response)) throw new Error('it stayed')
  expect([led.status, led.headers.get('location')]).toEqual([303, '/list'])
  expect(decodeURIComponent(led.headers.getSetCookie().join())).toContain('later. Reference ')
})

test('a file that the command does not take is removed again', async () => {
  const keys: string[] = []
  const upload = async (takes: boolean) => {
    const body = new FormData()
    body.set('file', new File(['plan'], 'plan.txt'))
    const args = visitTo<ActionArgs>('/admin-dashboard', { cookie })
    const request = new Request(args.request.url, { method: 'POST', body })
    await formAction(
      { ...args, request },
      {
        guard: requireAdmin,
        limitBytes: () => 100,
        run: async ({ received: { uploads } }) => {
          keys.push(uploads.get('file')?.key ?? randomUUID())
          if (takes) uploads.delete('file')
        },
        refusals: {},
        done: () => ({ to: '/done', toast: { kind: 'success', title: 'Stored' } }),
        failed: 'Error storing',
      },
    )
  }
  await upload(false)
  await upload(true)
  expect(await Promise.all(keys.map((key) => files.size(key)))).toEqual([null, 4])
})

test('STAFF-259 a role that does not include a form gets 403 with what was typed, uploads too', async () => {
  called.mockClear()
  const args = visitTo<ActionArgs>('/admin-dashboard', {
    cookie,
    form: { name: 'Lamu', note: 'Typed', currentPassword: 'secret' },
  })
  ;(args.context as RouterContextProvider).get(visitorContext).isForbidden = true
  const steps = {
    guard: requireAdmin,
    schema,
    run: ({ value }: { value: { name: string } }) => called(value.name),
    refusals,
    done: ({ named }: { named: string }) => new Response(named),
    failed: 'Error naming',
  }
  const message = 'Your role does not include this. Nothing was saved.'
  expect(repliedBy(await formAction(args, steps))).toEqual({
    status: 403,
    reply: { errors: {}, values: { name: 'Lamu', note: 'Typed' }, message },
    toast: null,
  })
  const uploaded = await formAction(args, { ...steps, limitBytes: () => 1000 })
  expect(repliedBy(uploaded)).toMatchObject({ status: 403, reply: { message } })
  expect(called).not.toHaveBeenCalled()
})
