const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether text is a UUID. Anything else is treated as an unknown id, because the database would throw. */
export function isId(text: string): boolean {
  return uuid.test(text)
}
