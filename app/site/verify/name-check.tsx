import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import type { FormReply } from '../../values/form.ts'

type Props = { code: string; actionData: { reply: FormReply; isSame?: unknown } | undefined }

const yes = 'Yes, this is the name on the document we issued.'
const no =
  'No, we issued this document in another name. Check the spelling. If your document shows this name, it was altered.'

/** Compares a typed name with the one on the document, which is never shown. */
export function NameCheck({ code, actionData }: Props) {
  const { answer, fetcher } = useAnswer(actionData)
  const isSame = typeof answer?.isSame === 'boolean' ? answer.isSame : null
  return (
    <ActionForm
      reply={answer?.reply}
      fetcher={fetcher}
      action={`/verify/${code}`}
      className="mt-6 grid justify-items-start gap-5 [&>:not(button)]:w-full"
    >
      <h2 className="site-subtitle">Does the name on your document match?</h2>
      <TextField
        name="name"
        label="Name on your document"
        hint="We compare it and do not store it. Case, accents and spaces do not matter."
        autoComplete="off"
        maxLength={160}
        required
      />
      {isSame !== null && (
        <p role="status" className={`font-[580] ${isSame ? 'text-positive' : 'text-negative'}`}>
          {isSame ? yes : no}
        </p>
      )}
      <SubmitButton look="secondary">Compare the name</SubmitButton>
    </ActionForm>
  )
}
