import { RouterContextProvider } from 'react-router'
import { visitorContext } from '../app/platform/session/session.server.ts'
import type { SignedInUser } from '../app/platform/session/signed-in-user.ts'
import { allPermissions, type Person } from './people.ts'

type Account = Pick<Person, 'userId' | 'email' | 'name'>

/** What a loader or action is given when this person asks; null is someone who has not signed in. */
export function requestBy(person: Account | Person | null, path: string, init?: RequestInit) {
  const url = new URL(path, 'http://127.0.0.1:3000')
  const request = new Request(url, init)
  const context = new RouterContextProvider()
  const session = Promise.resolve(person && sessionOf(person))
  context.set(visitorContext, {
    request,
    clientAddress: '127.0.0.1',
    requestId: 'test',
    nonce: undefined,
    session,
  })
  return { request, url, context, params: {}, pattern: path }
}

function sessionOf(person: Account | Person): SignedInUser {
  const { userId, name, email } = person
  const investorId = 'investorId' in person ? person.investorId : null
  return {
    sessionId: userId,
    userId,
    role: investorId ? 'investor' : 'admin',
    name,
    email,
    investorId,
    hold: null,
    permissions: investorId ? [] : allPermissions,
  }
}

/** The fields of a form as a browser posts them. */
export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** The toast of an answer that leads on, as text to search in; empty where the answer leads to no page. */
export const toastOf = (answer: unknown) =>
  answer instanceof Response ? decodeURIComponent(answer.headers.get('Set-Cookie') ?? '') : ''
