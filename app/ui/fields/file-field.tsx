import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { formatBytes } from '../../values/bytes.ts'
import type { FormReply } from '../../values/form.ts'
import { Icon } from '../icon.tsx'
import { FieldNote, useField } from './field.tsx'
import { useFormState } from './form.tsx'

type Props = {
  name: string
  label: string
  required?: boolean
  /** The `accept` attribute, a hint; the server checks the content. */
  accept?: string
  hint?: string
  /** For several files: `take` returns whether they are stored elsewhere; then the field posts nothing. */
  several?: { take: (files: File[]) => boolean; areKept: boolean }
}

/** A drop zone; the chosen file stays after a refusal. */
export function FileField({ name, label, required, accept, hint, several }: Props) {
  const { id, error: refusal, input } = useField({ name, hint, required })
  const { reply } = useFormState()
  // An error about one file does not apply to the next.
  const [answered, setAnswered] = useState<FormReply>()
  const error = reply && reply === answered ? undefined : refusal
  const box = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [over, setOver] = useState(false)

  const choose = (files: File[]) => {
    const areTaken = several?.take(files) ?? false
    setChosen(areTaken ? [] : files.slice(0, 1))
    if (areTaken && box.current) box.current.value = ''
    if (files.length > 0) setAnswered(reply)
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) =>
    choose([...(event.currentTarget.files ?? [])])
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!box.current || event.dataTransfer.files.length === 0) return
    box.current.files = event.dataTransfer.files
    choose([...event.dataTransfer.files])
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }

  return (
    <div className="col-span-full flex flex-col gap-1.5">
      <span className="text-(length:--label) leading-[1.4] font-[550]" id={`${id}-label`}>
        {label}{' '}
        {required && (
          <span className="text-negative" aria-hidden="true">
            *
          </span>
        )}
      </span>
      <label
        className={`relative grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 rounded-card border px-4 py-4.5 text-center text-xs text-muted has-focus-visible:outline-2 has-focus-visible:outline-focus ${over ? 'border-primary bg-tint-positive' : `border-dashed ${error ? 'border-negative' : 'border-line-control'} hover:bg-hover`}`}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
      >
        <input
          ref={box}
          type="file"
          accept={accept}
          className="sr-only"
          aria-labelledby={`${id}-label`}
          onChange={onChange}
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          name={several?.areKept ? undefined : name}
          multiple={several !== undefined}
        />
        <Chosen files={several?.areKept ? [] : chosen} over={over} several={several} />
      </label>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  )
}

function Chosen({
  files,
  over,
  several,
}: {
  files: readonly File[]
  over: boolean
  several: Props['several']
}) {
  const words = several
    ? several.areKept
      ? ['more files', 'choose them']
      : ['files', 'choose them']
    : ['a file', 'choose one']
  if (files.length === 0) {
    return (
      <>
        <Icon name="upload" />
        <b className="text-sm font-[550] text-text">
          {over ? (
            'Drop to upload'
          ) : (
            <>
              Drop {words[0]} here, or <span className="text-link">{words[1]}</span>
            </>
          )}
        </b>
      </>
    )
  }
  return files.map((file) => (
    <span
      key={`${file.name} ${file.size}`}
      className="flex max-w-full items-center gap-3 text-start"
    >
      <span className="grid size-9 flex-none place-items-center rounded-small bg-tint-neutral">
        <Icon name="documents" />
      </span>
      <span className="min-w-0">
        <b className="block truncate text-sm font-[550] text-text">{file.name}</b>
        <span className="num">{formatBytes(file.size)}</span>,{' '}
        <span className="text-link">choose another</span>
      </span>
    </span>
  ))
}
