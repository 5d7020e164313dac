import { type ReactNode, useId } from 'react'
import type { PlanFields } from '../../../domain/payment-plans/plan-form.ts'
import type { MilestoneChoice } from '../../../domain/payment-plans/plan-templates.server.ts'
import { FieldNote, inputClass } from '../../../ui/fields/field.tsx'
import { useFormState } from '../../../ui/fields/form.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'

type Props = {
  number: number
  /** Counted from 1. */
  place: number
  count: number
  fields: PlanFields
  milestones: MilestoneChoice[]
  onAct: (act: string) => void
}

/** One line of a plan. Only the fields of the chosen kind of due day are shown, also without script. */
export function LineFields({ number, place, count, fields, milestones, onAct }: Props) {
  const named = (name: string) => ({
    name: `${name}-${number}`,
    value: fields[`${name}-${number}`],
  })
  const kind = fields[`due-${number}`] || 'months'
  return (
    <li className="group/line grid grid-cols-2 gap-x-3 gap-y-2.5 border-t border-line py-3 first:border-t-0 @min-[52rem]/main:grid-cols-[minmax(0,1.4fr)_8.5rem_13rem_minmax(0,1.3fr)_auto]">
      <h3 className="sr-only">Line {place}</h3>
      <Labelled label="Label" place={place} {...named('label')}>
        {(input) => (
          <input
            type="text"
            className={inputClass}
            placeholder={`Instalment ${place}`}
            autoComplete="off"
            {...input}
          />
        )}
      </Labelled>
      <Labelled label="Percent or amount" place={place} isRequired {...named('share')}>
        {(input) => (
          <input
            type="text"
            inputMode="text"
            autoComplete="off"
            className={`${inputClass} num`}
            {...input}
          />
        )}
      </Labelled>
      <Labelled
        label="Due"
        place={place}
        {...named('due')}
        value={kind}
        className="max-[30rem]:col-span-full"
      >
        {(input) => (
          <Select {...input}>
            <option value="months">Months after agreement</option>
            <option value="date">On a date</option>
            {(milestones.length > 0 || kind === 'milestone') && (
              <option value="milestone">After a milestone</option>
            )}
          </Select>
        )}
      </Labelled>
      <DueFields place={place} named={named} milestones={milestones} />
      <LineButtons number={number} place={place} count={count} onAct={onAct} />
    </li>
  )
}

type Named = (name: string) => { name: string; value: string | undefined }

function DueFields({
  place,
  named,
  milestones,
}: {
  place: number
  named: Named
  milestones: MilestoneChoice[]
}) {
  return (
    <div className="max-[30rem]:col-span-full">
      <div className="hidden group-has-[option[value=months]:checked]/line:block">
        <Labelled label="Months" place={place} {...named('months')}>
          {(input) => (
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              className={`${inputClass} num`}
              {...input}
            />
          )}
        </Labelled>
      </div>
      <div className="hidden group-has-[option[value=date]:checked]/line:block">
        <Labelled label="Date" place={place} {...named('on')}>
          {(input) => <input type="date" className={`${inputClass} num`} {...input} />}
        </Labelled>
      </div>
      <div className="hidden grid-cols-[minmax(0,1fr)_5rem] gap-2 group-has-[option[value=milestone]:checked]/line:grid">
        <Labelled label="Milestone" place={place} {...named('milestone')}>
          {(input) => (
            <Select {...input}>
              <option value="">Choose</option>
              {milestones.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Labelled>
        <Labelled label="Days after" place={place} {...named('days')}>
          {(input) => (
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              className={`${inputClass} num`}
              {...input}
            />
          )}
        </Labelled>
      </div>
    </div>
  )
}

type Input = {
  id: string
  name: string
  defaultValue: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Select({ children, ...input }: Input & { children: ReactNode }) {
  return (
    <div className="relative">
      <select className={`${inputClass} cursor-pointer appearance-none pe-9`} {...input}>
        {children}
      </select>
      <Icon
        name="chevron-down"
        size="small"
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
      />
    </div>
  )
}

/** Labels are shown above the first line where there is room, else on each. */
function Labelled({
  label,
  place,
  name,
  value,
  isRequired,
  className = '',
  children,
}: {
  label: string
  place: number
  name: string
  value: string | undefined
  isRequired?: boolean
  className?: string
  children: (input: Input) => ReactNode
}) {
  const id = useId()
  const { reply } = useFormState()
  const error = reply?.errors[name]
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label
        htmlFor={id}
        className={`text-xs text-muted ${place === 1 ? '' : '@min-[52rem]/main:sr-only'}`}
      >
        {label}
        <span className="sr-only"> of line {place}</span>
      </label>
      {children({
        id,
        name,
        defaultValue: value ?? '',
        required: isRequired,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      })}
      <FieldNote id={id} error={error} hint={null} />
    </div>
  )
}

function LineButtons({
  number,
  place,
  count,
  onAct,
}: Pick<Props, 'number' | 'place' | 'count' | 'onAct'>) {
  const buttons: [string, string, IconName, boolean][] = [
    [`up-${number}`, `Move line ${place} up`, 'chevron-up', place === 1],
    [`down-${number}`, `Move line ${place} down`, 'chevron-down', place === count],
    [`remove-${number}`, `Remove line ${place}`, 'trash', false],
  ]
  return (
    <div
      className={`flex max-[52rem]:col-span-full max-[52rem]:justify-end ${place === 1 ? '@min-[52rem]/main:pt-5' : ''}`}
    >
      {buttons.map(([act, label, icon, isOff]) => (
        <button
          key={act}
          type="submit"
          name="act"
          value={act}
          aria-label={label}
          title={label}
          // Not `disabled`: a line that was moved to the edge keeps the focus on its button.
          aria-disabled={isOff || undefined}
          className={iconButtonClass('aria-disabled:opacity-35')}
          onClick={(event) => {
            event.preventDefault()
            if (!isOff) onAct(act)
          }}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}
