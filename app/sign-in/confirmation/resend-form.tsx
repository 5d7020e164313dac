import { useLocation } from 'react-router'
import { ActionForm } from '../../ui/fields/form.tsx'

/** Only offered after a correct password for an unconfirmed address. */
export function ResendConfirmation({ proof }: { proof: string }) {
  const { search } = useLocation()
  return (
    <ActionForm reply={undefined} action={`/login/resend${search}`} className="pt-4">
      <input type="hidden" name="proof" value={proof} />
      <button
        type="submit"
        className="min-h-11 text-start text-link underline underline-offset-[0.2em]"
      >
        Resend the confirmation email
      </button>
    </ActionForm>
  )
}
