const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Whether text from an address or a form can be an id at all (a UUID). What cannot is answered like an id that nothing
 * has; the database would call it a fault.
 */
export function isId(text: string): boolean {
  return uuid.test(text)
}
