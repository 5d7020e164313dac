import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PortalLink } from './portal-link.tsx'

export function StatementsLink() {
  return (
    <PortalLink to="/investment-dashboard/statements" className={buttonClass('secondary')}>
      <Icon name="contract" size="small" />
      Statements
    </PortalLink>
  )
}
