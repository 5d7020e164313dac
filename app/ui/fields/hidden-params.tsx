import { useSearchParams } from 'react-router'

/** Stands in a form that narrows or orders a list: what else the address says stays, and the list begins at its first page. */
export function HiddenParams({ than }: { than: string }) {
  const [params] = useSearchParams()
  return [...params].map(([name, value]) =>
    name === than || name === 'page' ? null : (
      <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
    ),
  )
}
