import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { statementsHome } from '../paths.ts'
import { PortalLink } from './portal-link.tsx'

export function StatementsLink() {
  return (
    <PortalLink to={statementsHome} className={buttonClass('secondary')}>
      <Icon name="contract" size="small" />
      Statements
    </PortalLink>
  )
}
