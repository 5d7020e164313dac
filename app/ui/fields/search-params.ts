/** The search string of this address with one parameter set, or left out when empty. A new list starts on page 1. */
export function withSearchParam(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  if (name !== 'page') next.delete('page')
  const text = next.toString()
  return text === '' ? '' : `?${text}`
}

/** What a form of a search says, but for what it leaves empty. */
export function withoutEmpty(fields: FormData): FormData {
  const formData = new FormData()
  for (const [name, value] of fields) if (value !== '') formData.append(name, value)
  return formData
}
