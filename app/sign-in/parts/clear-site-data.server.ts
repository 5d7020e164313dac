/**
 * Tells the browser to clear its storage for this site (https only), including offline copies and the service worker.
 * Sent whenever a session starts or ends, in addition to the script that clears them.
 */
export function clearSiteData(headers: Headers): Headers {
  headers.set('Clear-Site-Data', '"storage"')
  return headers
}
