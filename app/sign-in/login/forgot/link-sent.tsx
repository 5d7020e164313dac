import { Alert } from '../../../ui/alert.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { troubleSentence } from '../../parts/mail-trouble.ts'

type Props = { lifetime: string; supportEmail: string | null; trouble: boolean }

/** After a request: the same for every address. Only the state of the mail system as a whole makes a difference (W-13). */
export function LinkSent({ lifetime, supportEmail, trouble }: Props) {
  return (
    <>
      <h1 className="door-title">{trouble ? 'Your request is noted' : 'Look in your mail'}</h1>
      <div className="pt-6">
        {trouble ? (
          <Alert tone="warning">{troubleSentence(supportEmail)}</Alert>
        ) : (
          <Alert>If there is an account with this address, the link is on its way.</Alert>
        )}
      </div>
      <p className="pt-5 text-muted">
        {trouble
          ? 'The mail goes out as soon as it can. Your password is unchanged until you use its link.'
          : `The link works once and is valid for ${lifetime}. Nothing after a few minutes? Look in the spam folder, then try once more.`}
      </p>
      <ButtonLink to="/login" look="outline" className="mt-7 w-full">
        Back to sign-in
      </ButtonLink>
    </>
  )
}
