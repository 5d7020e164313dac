import { Link, redirect } from 'react-router'
import { PasskeyNameSchema } from '../../../domain/accounts/passkeys/passkey-schema.ts'
import {
  findOwnPasskey,
  removePasskey,
  renamePasskey,
} from '../../../domain/accounts/passkeys/passkeys.server.ts'
import { isConfirmed } from '../../../domain/accounts/sign-in/confirm-identity.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { requireUser } from '../../../platform/session/session.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { parseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { confirmOwn, findOwnProof } from '../../parts/confirm-own.server.ts'
import { ConfirmOwnField } from '../../parts/confirm-own-field.tsx'
import { footClass } from '../../parts/foot-class.ts'
import { pageAfterAct, signInPageProps } from '../../parts/own-account.server.ts'
import { SignInLayout } from '../../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  const next = pageAfterAct(self, url)
  const passkey = await findOwnPasskey(self.userId, params.passkeyId)
  if (!passkey) throw redirect(next)
  const { demo, picture } = await signInPageProps(context)
  const proof = await findOwnProof(self)
  return { demo, picture, next, passkey, proof, confirmed: await isConfirmed(self.sessionId) }
}

export function action(args: Route.ActionArgs) {
  const { params, url, context } = args
  return formAction(args, {
    guard: requireUser,
    run: async ({ form, subject: self }) => {
      if (form.get('intent') !== 'remove') return rename(self, params.passkeyId, form)
      const unconfirmed = await confirmOwn(context, self, form)
      if (unconfirmed) return unconfirmed
      const isOwn = await findOwnPasskey(self.userId, params.passkeyId)
      return { toast: isOwn && (await removePasskey(self, isOwn.id)) ? removed : gone }
    },
    refusals: {},
    done: ({ toast }, { subject: self }) => ({ to: pageAfterAct(self, url), toast }),
    failed: 'The passkey could not be changed',
  })
}

async function rename(self: RequestUser, id: string, form: FormData) {
  const parsed = parseForm(PasskeyNameSchema, form)
  if (!parsed.ok) return { refused: 'unreadable' as const, reply: parsed.reply }
  const isOwn = await findOwnPasskey(self.userId, id)
  return { toast: isOwn && (await renamePasskey(self, id, parsed.value.name)) ? renamed : gone }
}

const renamed: Toast = { kind: 'success', title: 'Passkey renamed' }
const removed: Toast = {
  kind: 'success',
  title: 'Passkey removed',
  text: 'It no longer signs you in. You can delete it on its device too.',
}
const gone: Toast = {
  kind: 'warning',
  title: 'Passkey already removed',
  text: 'Nothing was changed.',
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Your passkey', args), { name: 'robots', content: 'noindex' }]
}

export default function OwnPasskey({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, next, passkey, proof, confirmed } = loaderData
  const reply = actionData?.reply
  const isRemoval = reply?.values.intent === 'remove'
  const form = 'grid gap-5 pt-7 *:data-form-alert:mb-0'
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>Your passkey</h1>
      <ActionForm reply={isRemoval ? undefined : reply} replace className={form}>
        <input type="hidden" name="intent" value="rename" />
        <TextField name="name" label="Name" defaultValue={passkey.name} autoComplete="off" />
        <SubmitButton look="secondary" pendingLabel="Saving" className="w-full">
          Save name
        </SubmitButton>
      </ActionForm>
      <ActionForm reply={isRemoval ? reply : undefined} replace className={form}>
        <input type="hidden" name="intent" value="remove" />
        {!confirmed && <ConfirmOwnField {...proof} />}
        <SubmitButton look="danger" pendingLabel="Removing" className="w-full">
          Remove passkey
        </SubmitButton>
      </ActionForm>
      <p className={footClass}>
        <Link to={next}>Cancel</Link>
      </p>
    </SignInLayout>
  )
}
