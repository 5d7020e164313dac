/** The search string with one parameter set, or removed when empty, without the page. */
export function withSearchParam(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  if (name !== 'page') next.delete('page')
  const text = next.toString()
  return text === '' ? '' : `?${text}`
}

/** The parameters of a search form without empty ones. */
export function withoutEmpty(fields: FormData): FormData {
  const formData = new FormData()
  for (const [name, value] of fields) if (value !== '') formData.append(name, value)
  return formData
}
