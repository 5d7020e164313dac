import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { ButtonSize } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { outboxHome } from '../paths.ts'

type Props = {
  /** The id of an email, or all undelivered ones. */
  mail: string
  search: string
  children: ReactNode
  size?: ButtonSize
  icon?: IconName
}

/** A fetcher, because a navigation would ask to discard a password typed next to it. Posts to the list. */
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
