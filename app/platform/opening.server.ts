/** What a transaction is opened with: who the database sees. Ids are empty where there are none. */
export type Opening = {
  role: 'guest' | 'investor' | 'admin' | 'system'
  userId: string
  investorId: string
  /** The name in the audit log. */
  actor: string
  clientAddress: string | undefined
  isReadOnly: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function literal(id: string) {
  if (id !== '' && !uuid.test(id)) throw new Error('an id of an actor must be a UUID')
  return `'${id}'`
}

function address(text: string | undefined) {
  return text && /^[0-9a-fA-F:.]{2,45}$/.test(text) ? `'${text}'` : `''`
}

/**
 * The one message that begins a transaction, takes its role and says for whom. Its text is made by hand, so whatever stands
 * between quotes is known to be an id, an address or a name of ours; another id than a UUID throws.
 */
export function openingText({
  role,
  userId,
  investorId,
  actor,
  clientAddress,
  isReadOnly,
}: Opening): string {
  return `${isReadOnly ? 'begin read only' : 'begin'}; set local role msingi_${role}; select
    set_config('app.user_id', ${literal(userId)}, true), set_config('app.investor_id', ${literal(investorId)}, true),
    set_config('app.actor', '${actor}', true), set_config('app.client_address', ${address(clientAddress)}, true)`
}
