import { type ReactNode, useId } from 'react'
import { type CompanyList, companyLists } from '../../domain/company/company-fields.ts'
import type { RowAct } from '../../domain/company/rearrange-rows.ts'
import { FieldNote } from '../../ui/fields/field.tsx'
import { useFormState } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { rowAct } from './reply.ts'

type Props = {
  list: CompanyList
  /** Noun for one row, such as "Office". */
  noun: string
  count: number
  /** The form's action; the reply scrolls to this list. */
  path: string
  /** The fields of a row; their names begin with `under`. */
  children: (under: string) => ReactNode
}

/** The buttons submit the form, whose reply holds one row more, fewer or moved. */
export function RowList({ list, noun, count, path, children }: Props) {
  const id = useId()
  const { reply } = useFormState()
  const at = `${path}#${list}-rows`
  const starts = Array.from({ length: count }, (_, index) => `${list}.${index}.`)
  return (
    <div id={`${list}-rows`} className="grid scroll-mt-4 gap-4 max-md:scroll-mt-16">
      {starts.map((under, index) => (
        <fieldset key={under} aria-labelledby={`${id}-${index}`} className="min-w-0">
          <div className="mb-2 flex flex-wrap items-center border-b border-line-soft">
            <span id={`${id}-${index}`} className="num me-auto text-xs text-muted">
              {noun} {index + 1}
            </span>
            <RowButton
              act={`${list} up ${index}`}
              to={at}
              label={`Move ${noun.toLowerCase()} ${index + 1} up`}
              icon="chevron-up"
              off={index === 0}
            />
            <RowButton
              act={`${list} down ${index}`}
              to={at}
              label={`Move ${noun.toLowerCase()} ${index + 1} down`}
              icon="chevron-down"
              off={index === count - 1}
            />
            <RowButton
              act={`${list} remove ${index}`}
              to={at}
              label={`Remove ${noun.toLowerCase()} ${index + 1}`}
              icon="close"
            />
          </div>
          {children(under)}
        </fieldset>
      ))}
      <FieldNote
        id={id}
        error={reply?.errors[list]}
        hint={count === 0 ? 'None. The public pages leave this out.' : undefined}
      />
      {count < companyLists[list].most && (
        <p>
          <SubmitButton
            look="secondary"
            size="small"
            icon="plus"
            name={rowAct}
            value={`${list} add`}
            formAction={at}
          >
            Add {noun.toLowerCase()}
          </SubmitButton>
        </p>
      )}
    </div>
  )
}

type RowButtonProps = { act: RowAct; to: string; label: string; icon: IconName; off?: boolean }

function RowButton({ act, to, label, icon, off = false }: RowButtonProps) {
  return (
    <button
      type="submit"
      name={rowAct}
      value={act}
      formAction={to}
      aria-label={label}
      title={label}
      disabled={off}
      className={iconButtonClass('disabled:invisible')}
    >
      <Icon name={icon} />
    </button>
  )
}
