import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll } from 'vitest'
import { providerOf } from '../app/domain/accounts/provider/provider.server.ts'
import { requestProviderSignIn } from '../app/domain/accounts/provider/provider-request.server.ts'
import { signInByProvider } from '../app/domain/accounts/provider/provider-sign-in.server.ts'
import type { ProviderSettings } from '../config/config.ts'
import { anAddress } from './visits.ts'

/** What the provider says of its users, by their subject. */
export type Claims = Record<string, unknown>

const callback = 'http://127.0.0.1:3000/login/provider/callback'
const [clientId, clientSecret] = ['msingi', 'a secret of the provider and us alone']

/** A real OpenID Connect provider on this machine, until the file's tests are over. */
export async function startProvider(idTokenSeconds = 3600) {
  const users = new Map<string, Claims>()
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
    claims: {
      openid: ['sub', 'tid', 'hd', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the provider of tests'] },
    ttl: { IdToken: () => idTokenSeconds, Session: 600, Grant: 600, Interaction: 600 },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...users.get(sub) }),
    }),
  })
  server.on('request', provider.callback())
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { issuer, users }
}

export const providerWith = (issuer: string, others: Partial<ProviderSettings> = {}) =>
  providerOf({
    name: 'Example ID',
    issuer,
    clientId,
    clientSecret,
    tenant: null,
    domain: null,
    countsAsSecondFactor: false,
    ...others,
  })

/** Signs a user in at the provider, as a browser does, and gives the query it comes back with. */
export async function visitProvider(start: URL, sub: string): Promise<string> {
  const cookies = new Map<string, string>()
  let address = start
  let form: URLSearchParams | null = null
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer: Response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const to = answer.headers.get('location')
    if (to?.startsWith(callback)) return new URL(to).search
    if (to) {
      address = new URL(to, address)
      form = null
      continue
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(await answer.text())?.[1]
    if (!prompt) throw new Error(`the provider answered ${answer.status} at ${address.pathname}`)
    form = new URLSearchParams({ prompt, login: sub, password: 'any' })
  }
  throw new Error('the provider led in circles')
}

type Known = ReturnType<typeof providerOf>

/** The whole way: to the provider, back, and in. */
export async function signInThrough(provider: Known, sub: string, cookies: string | null = null) {
  const { to, seed } = await requestProviderSignIn(provider)
  return comeBack(provider, { search: await visitProvider(to, sub), seed }, cookies)
}

export const comeBack = (
  provider: Known,
  back: { search: string; seed: string | null },
  cookies: string | null = null,
) =>
  signInByProvider(
    provider,
    { clientAddress: anAddress(), cookies },
    { ...back, userAgent: 'Firefox' },
  )
