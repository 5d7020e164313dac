import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'

/** For people who lost their phone and recovery codes. */
export function ResetPanel() {
  return (
    <SettingPanel
      id="reset"
      title="Someone lost their second factor"
      lead="Make sure that it is really them, for example by phone. An email alone is not enough."
    >
      <DialogLink to="reset-second-factor" look="secondary">
        Reset a second factor
      </DialogLink>
    </SettingPanel>
  )
}
