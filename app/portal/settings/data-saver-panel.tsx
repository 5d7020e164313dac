import type { FetcherWithComponents } from 'react-router'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'
import type { DataSaver } from '../parts/data-saver.ts'

type Props = { saver: DataSaver; fetcher: FetcherWithComponents<unknown> }

export function DataSaverPanel({ saver: { isOn, isChosen }, fetcher }: Props) {
  return (
    <SettingPanel
      id="data-saver"
      title="Data saver"
      lead="This device only. For slow or expensive connections."
    >
      <ActionForm key={String(isOn)} reply={undefined} fetcher={fetcher} className="grid gap-1">
        <input type="hidden" name="setting" value="data-saver" />
        <CheckboxField
          name="saves"
          label="Leave pictures out of the portal"
          look="switch"
          defaultChecked={isOn}
        />
        <p className="text-xs text-muted">
          {isOn && !isChosen
            ? 'On because this browser asks for less data.'
            : 'Figures and charts stay. Pictures of projects can still be shown one by one.'}
        </p>
        <div className="mt-2.5">
          <SubmitButton look="secondary">Save data saver</SubmitButton>
        </div>
      </ActionForm>
    </SettingPanel>
  )
}
