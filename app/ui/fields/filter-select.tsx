import { ParamSelect } from './param-select.tsx'

type Props = {
  name: string
  label: string
  /** The unfiltered choice, without a parameter. */
  everything: string
  choices: readonly { value: string; label: string }[]
}

/** For filters with many values; a few are chips. */
export function FilterSelect({ name, label, everything, choices }: Props) {
  return (
    <ParamSelect
      name={name}
      label={label}
      initial=""
      choices={[{ value: '', label: everything }, ...choices]}
      button="Show"
      className="flex-wrap"
      selectClass="num max-w-52 overflow-ellipsis border border-line-control bg-surface ps-3 hover:border-muted max-md:max-w-36"
    />
  )
}
