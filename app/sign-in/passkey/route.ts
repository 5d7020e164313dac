import { requestNewPasskey } from '../../domain/accounts/passkeys/add-passkey.server.ts'
import { requestPasskey } from '../../domain/accounts/passkeys/passkey-challenge.server.ts'
import { PasskeySignInSchema } from '../../domain/accounts/passkeys/passkey-schema.ts'
import {
  type PasskeySignInResult,
  signInWithPasskey,
} from '../../domain/accounts/passkeys/passkey-sign-in.server.ts'
import { passkeySite } from '../../domain/accounts/passkeys/passkey-site.server.ts'
import { requestOwnPasskey } from '../../domain/accounts/passkeys/passkeys.server.ts'
import { setShortLivedCookie } from '../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { companyFacts } from '../../domain/company/company.server.ts'
import { anyone, formAction } from '../../platform/http/form-action.server.ts'
import {
  clientInfo,
  currentUser,
  guestQuery,
  notFound,
  requireUser,
} from '../../platform/session/session.server.ts'
import type { Toast } from '../../values/toast.ts'
import { waitSentence } from '../parts/own-account.server.ts'
import { redirectAfterSignIn } from '../parts/redirect-after-sign-in.server.ts'
import type { Route } from './+types/route.ts'

/** What the browser's passkey functions need; `for=registration` for someone who just confirmed their identity, `for=confirmation` for someone who does. */
export async function loader({ url, context }: Route.LoaderArgs) {
  if (!passkeySite) throw notFound('file')
  const purpose = url.searchParams.get('for')
  if (purpose !== 'registration' && purpose !== 'confirmation') {
    const { seed, challenge } = requestPasskey('sign-in')
    return passkeyRequest({ challenge, rpId: passkeySite.rpId, userVerification: 'required' }, seed)
  }
  if (!(await currentUser(context))) throw notFound('file')
  const self = await requireUser(context)
  if (purpose === 'confirmation') {
    const own = await requestOwnPasskey(self)
    if (!own) throw notFound('file')
    return passkeyRequest(own.options, own.seed)
  }
  const { brand } = await guestQuery(context, companyFacts)
  const creation = await requestNewPasskey(self, brand)
  if (!creation) throw notFound('file')
  return passkeyRequest(creation.options, creation.seed)
}

const passkeyRequest = (options: object, seed: string) =>
  Response.json(options, {
    headers: {
      'Set-Cookie': setShortLivedCookie('passkey-request', seed),
      'Cache-Control': 'no-store',
    },
  })

/** Signs in, or completes a sign-in that began with a password. */
export function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  return formAction(args, {
    guard: anyone,
    schema: PasskeySignInSchema,
    run: ({ value }) =>
      signInWithPasskey(clientInfo(context), {
        ...value,
        userAgent: request.headers.get('user-agent'),
      }),
    refusals: (result) => ({
      message: sentenceFor(result),
      status: result.refused === 'too-many' ? 429 : 422,
    }),
    unreadable: () => ({ message: 'The browser sent no passkey. Please try again.' }),
    done: ({ role, name, headers }) => {
      const answer = redirectAfterSignIn(role, url, welcome(name), headers)
      // Back must not lead to the sign-in page.
      answer.headers.set('X-Remix-Replace', 'true')
      return answer
    },
    failed: { title: 'Login failed', text: 'An unexpected error occurred during login' },
  })
}

const welcome = (name: string): Toast => ({
  kind: 'success',
  title: 'Login successful',
  text: `Welcome back, ${name}!`,
})

type Refusal = Extract<PasskeySignInResult, { refused: string }>

function sentenceFor(refusal: Refusal): string {
  switch (refusal.refused) {
    case 'expired':
      return 'This took too long. Please try the passkey again.'
    case 'wrong':
      return 'This passkey does not work here. Use another one, or your password.'
    case 'copied':
      return 'This passkey may have been copied, so it was refused. Sign in with your password and remove it.'
    case 'other-account':
      return 'This passkey belongs to another account.'
    case 'over':
      return 'The second factor timed out. Please sign in again.'
    case 'unconfirmed':
      return 'Email not confirmed. Please check your inbox for a confirmation email.'
    case 'inactive':
      return 'Your account is not active. Please contact support.'
    case 'too-many':
      return waitSentence(refusal.retryAt)
    default:
      return refusal satisfies never
  }
}
