import { redirect } from 'react-router'
import { addPasskey } from '../../../domain/accounts/passkeys/add-passkey.server.ts'
import { longestPasskeyName, mostPasskeys } from '../../../domain/accounts/passkeys/passkey.ts'
import { NewPasskeySchema } from '../../../domain/accounts/passkeys/passkey-schema.ts'
import { passkeySite } from '../../../domain/accounts/passkeys/passkey-site.server.ts'
import { isConfirmed } from '../../../domain/accounts/sign-in/confirm-identity.server.ts'
import { parseDevice } from '../../../domain/accounts/sign-in/device.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { type Context, requireUser } from '../../../platform/session/session.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { parseForm } from '../../../values/form.ts'
import { confirmOwn, findOwnProof } from '../../parts/confirm-own.server.ts'
import { pageAfterAct, signInPageProps } from '../../parts/own-account.server.ts'
import { SignInLayout } from '../../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'
import { AskToConfirm, CreatePasskey } from './steps.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  if (self.hold === 'password') throw redirect(`/login/new-password${url.search}`)
  const next = pageAfterAct(self, url)
  if (!passkeySite) throw redirect(next)
  const { demo, picture } = await signInPageProps(context)
  return {
    demo,
    picture,
    next,
    confirmed: await isConfirmed(self.sessionId),
    proof: await findOwnProof(self),
    device: parseDevice(request.headers.get('user-agent')).name.slice(0, longestPasskeyName),
  }
}

/** Two steps: proof of identity, then the new passkey. */
export function action(args: Route.ActionArgs) {
  const { url, context } = args
  return formAction(args, {
    guard: requireUser,
    run: async ({ form, subject: self }) =>
      form.get('intent') === 'add' ? await add(self, form) : await confirm(context, self, form),
    refusals: {
      'not-begun': 'This took too long. Please try again.',
      wrong: 'The browser sent no valid passkey. Please try again.',
      known: 'This passkey already exists.',
      'too-many': `An account has at most ${mostPasskeys} passkeys. Remove one first.`,
    },
    done: (result, { subject: self }) =>
      'added' in result
        ? {
            to: pageAfterAct(self, url),
            toast: {
              kind: 'success',
              title: 'Passkey added',
              text: 'From now on it signs you in without your password.',
            },
          }
        : redirect(`${url.pathname}${url.search}`, 303),
    failed: 'The passkey could not be added',
  })
}

async function confirm(context: Context, self: RequestUser, form: FormData) {
  return (await confirmOwn(context, self, form)) ?? { confirmed: true as const }
}

async function add(self: RequestUser, form: FormData) {
  const parsed = parseForm(NewPasskeySchema, form)
  if (parsed.ok) return addPasskey(self, parsed.value)
  return { refused: 'unreadable' as const, reply: parsed.reply }
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Add a passkey', args), { name: 'robots', content: 'noindex' }]
}

export default function NewPasskey({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, next, confirmed, proof, device } = loaderData
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>Add a passkey</h1>
      {confirmed ? (
        <CreatePasskey device={device} reply={actionData?.reply} back={next} />
      ) : (
        <AskToConfirm proof={proof} reply={actionData?.reply} back={next} />
      )}
    </SignInLayout>
  )
}
