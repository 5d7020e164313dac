import { useSearchParams } from 'react-router'

/** Keeps the other parameters of the address in a filter form, except the page. */
export function HiddenParams({ than }: { than: string }) {
  const [params] = useSearchParams()
  return [...params].map(([name, value]) =>
    name === than || name === 'page' ? null : (
      <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
    ),
  )
}
