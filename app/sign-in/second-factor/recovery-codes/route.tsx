import { redirect } from 'react-router'
import { hasPasskey } from '../../../domain/accounts/passkeys/passkeys.server.ts'
import { findSecondFactor } from '../../../domain/accounts/second-factor/second-factor.server.ts'
import { renewRecoveryCodes } from '../../../domain/accounts/second-factor/second-factor-set-up.server.ts'
import { type ActionReply, formAction } from '../../../platform/http/form-action.server.ts'
import { requireUser } from '../../../platform/session/session.server.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { pageAfterAct, signInPageProps } from '../../parts/own-account.server.ts'
import { SignInLayout } from '../../parts/sign-in-layout.tsx'
import { withFullProof } from '../full-proof.server.ts'
import { FullProofForm } from '../full-proof-form.tsx'
import { RecoveryCodes } from '../recovery-codes-list.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  const next = pageAfterAct(self, url)
  const factor = await findSecondFactor(self.userId)
  if (!factor.on) throw redirect(next)
  const { demo, picture } = await signInPageProps(context)
  return { demo, picture, next, passkey: await hasPasskey(self.userId), left: factor.codesLeft }
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    ...withFullProof(async (self) => ({ codes: await renewRecoveryCodes(self) })),
    done: ({ codes }) => ({ facts: { codes } }),
    failed: 'The recovery codes could not be renewed',
  })
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('New recovery codes', args), { name: 'robots', content: 'noindex' }]
}

export default function NewRecoveryCodes({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, next, passkey, left } = loaderData
  const answer: ActionReply<{ codes: string[] }> | undefined = actionData
  return (
    <SignInLayout picture={picture} demo={demo}>
      {answer?.codes ? (
        <RecoveryCodes codes={answer.codes} next={next} title="Save your new codes" />
      ) : (
        <>
          <h1>New recovery codes</h1>
          <p className="pt-2 text-muted">
            You have {left} of 10 left. New codes replace all of them: your saved list will no
            longer work.
          </p>
          <FullProofForm
            reply={answer?.reply}
            act="Create new codes"
            pending="Creating new codes"
            back={next}
            passkey={passkey}
          />
        </>
      )}
    </SignInLayout>
  )
}
