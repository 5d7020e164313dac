/** Opens this device's copy of a page, where there is one: the worker answers with it when the server does not. */
export async function openCopy(address: string): Promise<boolean> {
  if (!('caches' in window)) return false
  const copy = await caches.match(address, { ignoreVary: true })
  if (copy) location.assign(address)
  return copy !== undefined
}

/**
 * Removes what is stored here of whoever was signed in before, and forgets a sign-out that was still owed: for pages that
 * only another account, or none, can see.
 */
export async function clearOfflineCopies(): Promise<void> {
  if (!('caches' in window && 'serviceWorker' in navigator)) return
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  for (const { active } of await navigator.serviceWorker.getRegistrations())
    active?.postMessage('clear')
}
