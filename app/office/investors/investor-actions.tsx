import { useLocation } from 'react-router'
import type { ListedInvestor } from '../../domain/investors/investors.server.ts'
import { IconLink } from '../../ui/icon-button.tsx'
import { investorsHome } from './parts/investors-home.ts'

/** The dialog decides between deleting and archiving. */
export function InvestorActions({
  investor: { id, fullName, isArchived },
}: {
  investor: ListedInvestor
}) {
  const { search } = useLocation()
  const dialog = (name: string) => ({
    to: { pathname: `${investorsHome}/${id}/${name}`, search },
    preventScrollReset: true,
  })
  return (
    <div className="-me-2 flex justify-end @max-[48rem]/main:-ms-2.5 @max-[48rem]/main:me-0 @max-[48rem]/main:justify-start">
      <IconLink
        icon="eye"
        label={`View ${fullName}, opens in a new tab`}
        to={`/investment-dashboard?investorId=${id}`}
        target="_blank"
        rel="noopener"
      />
      {isArchived ? (
        <IconLink icon="refresh" label={`Restore ${fullName}`} {...dialog('restore')} />
      ) : (
        <>
          <IconLink icon="edit" label={`Edit ${fullName}`} {...dialog('edit')} />
          <IconLink icon="key" label={`Set new password for ${fullName}`} {...dialog('password')} />
          <IconLink icon="trash" label={`Delete or archive ${fullName}`} {...dialog('removal')} />
        </>
      )}
    </div>
  )
}
