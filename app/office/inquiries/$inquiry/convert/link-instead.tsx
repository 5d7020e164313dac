import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import type { FormReply } from '../../../../values/form.ts'

/** Offered when an investor already has this email. */
export function LinkInstead({ investor }: { investor: { id: string; name: string } }) {
  const { answer, fetcher } = useAnswer<{ reply: FormReply }>(undefined)
  return (
    <div className="px-6 pt-4.5 max-sm:px-4 max-sm:pt-3.5">
      <ActionForm
        reply={answer?.reply}
        fetcher={fetcher}
        className="grid gap-2 rounded-control bg-tint-warning px-3.5 py-2.5"
      >
        <input type="hidden" name="investorId" value={investor.id} />
        <p className="font-[560]">An investor has this email</p>
        <p className="text-xs">
          It belongs to <bdi>{investor.name}</bdi>. Link the inquiry to them, or enter another email
          to add someone else.
        </p>
        <p>
          <SubmitButton look="secondary" size="small" pendingLabel="Linking">
            Link to {investor.name}
          </SubmitButton>
        </p>
      </ActionForm>
    </div>
  )
}
