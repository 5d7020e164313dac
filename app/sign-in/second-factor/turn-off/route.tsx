import { redirect } from 'react-router'
import { hasPasskey } from '../../../domain/accounts/passkeys/passkeys.server.ts'
import { findSecondFactor } from '../../../domain/accounts/second-factor/second-factor.server.ts'
import { turnOffSecondFactor } from '../../../domain/accounts/second-factor/second-factor-set-up.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { requireUser } from '../../../platform/session/session.server.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import type { Toast } from '../../../values/toast.ts'
import { pageAfterAct, signInPageProps } from '../../parts/own-account.server.ts'
import { SignInLayout } from '../../parts/sign-in-layout.tsx'
import { withFullProof } from '../full-proof.server.ts'
import { FullProofForm } from '../full-proof-form.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  const next = pageAfterAct(self, url)
  if (!(await findSecondFactor(self.userId)).on) throw redirect(next)
  const { demo, picture } = await signInPageProps(context)
  return { demo, picture, next, passkey: await hasPasskey(self.userId) }
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    ...withFullProof(async (self) => {
      await turnOffSecondFactor(self)
      return { to: pageAfterAct(self, args.url) }
    }),
    done: ({ to }) => ({ to, toast: turnedOff }),
    failed: 'The second factor could not be turned off',
  })
}

const turnedOff: Toast = {
  kind: 'success',
  title: 'Second factor turned off',
  text: 'From now on your password alone signs you in.',
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Turn off your second factor', args), { name: 'robots', content: 'noindex' }]
}

export default function TurnOff({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, next, passkey } = loaderData
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>Turn off your second factor</h1>
      <p className="pt-2 text-muted">
        Your password alone will sign you in. For a new phone, turn it off here and set it up again
        there.
      </p>
      <FullProofForm
        reply={actionData?.reply}
        act="Turn it off"
        pending="Turning off"
        back={next}
        passkey={passkey}
      />
    </SignInLayout>
  )
}
