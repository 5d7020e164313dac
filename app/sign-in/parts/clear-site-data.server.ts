/**
 * Tells the browser to empty its stores for this site (over https): the copies of pages that the portal keeps for reading
 * offline, and the worker that shows them. Said whenever a session begins or ends on a device, beside the script that
 * removes them by itself.
 */
export function clearSiteData(headers: Headers): Headers {
  headers.set('Clear-Site-Data', '"storage"')
  return headers
}
