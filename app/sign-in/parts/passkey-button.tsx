import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import type { usePasskeySignIn } from './use-passkeys.ts'

type Props = Pick<
  ReturnType<typeof usePasskeySignIn>,
  'supported' | 'pending' | 'message' | 'ask'
> & {
  label: string
}

/**
 * Signs in by a passkey. Unseen until script has found that the browser has passkeys; its room is kept, so that the form
 * does not move under a finger when it appears.
 */
export function PasskeyButton({ supported, pending, message, ask, label }: Props) {
  return (
    <>
      <Button
        icon="key"
        aria-disabled={pending || undefined}
        onClick={ask}
        className={supported ? 'w-full' : 'invisible w-full noscript:hidden'}
      >
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
