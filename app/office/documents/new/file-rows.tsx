import { use, useId } from 'react'
import { FieldNote, inputClass } from '../../../ui/fields/field.tsx'
import { useFormState } from '../../../ui/fields/form.tsx'
import { forgetForm } from '../../../ui/fields/unsaved-input.ts'
import { Icon } from '../../../ui/icon.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'
import { InDialog } from '../../../ui/layout/in-dialog.ts'
import { formatBytes } from '../../../values/bytes.ts'
import { UploadBar } from '../../parts/upload-progress.tsx'
import { type ChosenFile, mostChosen, removeFile, retitle } from './send-files.ts'

export function FileRows({ files }: { files: readonly ChosenFile[] }) {
  return (
    <section className="col-span-full grid gap-1.5" aria-label="Files to upload">
      <h3 className="text-(length:--label) leading-[1.4] font-[550]">
        Titles{' '}
        <span aria-hidden="true" className="text-negative">
          *
        </span>
      </h3>
      <ul className="grid divide-y divide-line-soft rounded-card border border-line">
        {files.map((chosen) => (
          <Row key={chosen.key} chosen={chosen} />
        ))}
      </ul>
      {files.length === mostChosen && (
        <p className="text-xs text-muted">{`Up to ${mostChosen} files at a time. Upload these, then choose more.`}</p>
      )}
    </section>
  )
}

function Row({ chosen }: { chosen: ChosenFile }) {
  const id = useId()
  const { pending } = useFormState()
  const { key, file, title, state } = chosen
  const isStored = state.is === 'stored'
  const error = state.is === 'refused' ? state.because : undefined
  const remove = useRemove()
  return (
    <li className="grid gap-1.5 px-3 py-2.5">
      <div className="flex items-center gap-2">
        {isStored ? (
          <b className="min-w-0 flex-1 truncate text-sm font-[550]">
            <bdi>{title}</bdi>
          </b>
        ) : (
          <input
            id={id}
            aria-label={`Title of ${file.name}`}
            className={`${inputClass} min-w-0 flex-1`}
            value={title}
            autoComplete="off"
            required
            readOnly={pending}
            aria-invalid={state.is === 'refused' && state.field === 'title' ? true : undefined}
            aria-describedby={error && `${id}-error`}
            onChange={(event) => retitle(key, event.currentTarget.value)}
          />
        )}
        {isStored ? (
          <span className="inline-flex items-center gap-1.5 text-xs font-medium text-positive">
            <Icon name="check-circle" size="small" />
            Stored
          </span>
        ) : (
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            className={iconButtonClass('max-md:-me-2')}
            aria-disabled={pending || undefined}
            onClick={(event) => !pending && remove(key, event.currentTarget.form)}
          >
            <Icon name="close" size="small" />
          </button>
        )}
      </div>
      {state.is === 'sending' ? (
        <UploadBar
          sending={state.progress}
          label={`Uploading ${file.name}`}
          checking="Checking the document"
        />
      ) : (
        <p className="flex gap-1.5 text-xs text-muted">
          <bdi className="min-w-0 truncate">{file.name}</bdi>
          <span className="num flex-none">{formatBytes(file.size)}</span>
        </p>
      )}
      <div role="status">
        <FieldNote id={id} error={error} hint={undefined} />
      </div>
    </li>
  )
}

/** Removes a file and closes the dialog when only stored ones remain. */
function useRemove() {
  const dialog = use(InDialog)
  return (key: string, form: HTMLFormElement | null) => {
    if (!removeFile(key).isDone) return
    if (form) forgetForm(form)
    dialog?.leave()
  }
}
