import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import type { usePasskeySignIn } from './use-passkeys.ts'

type Props = Pick<
  ReturnType<typeof usePasskeySignIn>,
  'supported' | 'pending' | 'message' | 'ask'
> & {
  label: string
}

/** Signs in by a passkey; absent where the browser has none. */
export function PasskeyButton({ supported, pending, message, ask, label }: Props) {
  if (!supported) return null
  return (
    <>
      <Button icon="key" aria-disabled={pending || undefined} onClick={ask} className="w-full">
        {pending ? 'Waiting for your passkey' : label}
      </Button>
      {message && (
        <div className="pt-4">
          <Alert tone="negative">{message}</Alert>
        </div>
      )}
    </>
  )
}
