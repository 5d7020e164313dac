import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { ButtonSize } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { outboxHome } from './outbox-home.ts'

type Props = {
  /** The id of a mail, or all that were not delivered. */
  mail: string
  search: string
  children: ReactNode
  size?: ButtonSize
  icon?: IconName
}

/**
 * Sends a mail again, as a form of the list, which answers with a toast. By a fetcher: beside it stands a form with a
 * password, and a navigation would ask whether to discard that.
 */
export function SendAgain({ mail, search, children, size, icon }: Props) {
  const fetcher = useFetcher<unknown>()
  return (
    <ActionForm reply={undefined} fetcher={fetcher} nothingToType action={`${outboxHome}${search}`}>
      <input type="hidden" name="mail" value={mail} />
      <SubmitButton look="secondary" {...(size && { size })} {...(icon && { icon })}>
        {children}
      </SubmitButton>
    </ActionForm>
  )
}
