/** Opens an offline copy of a page; returns whether there is one. */
export async function openCopy(address: string): Promise<boolean> {
  if (!('caches' in window)) return false
  const copy = await caches.match(address, { ignoreVary: true })
  if (copy) location.assign(address)
  return copy !== undefined
}

/** Deletes offline copies and a pending sign-out, on pages only another account, or none, can see. */
export async function clearOfflineCopies(): Promise<void> {
  if (!('caches' in window && 'serviceWorker' in navigator)) return
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  for (const { active } of await navigator.serviceWorker.getRegistrations())
    active?.postMessage('clear')
}
