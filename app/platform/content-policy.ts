const directives = {
  'default-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  // A form of the landing page ends at the chat when there is no script (decisions §7).
  'form-action': "'self' https://wa.me",
  'frame-ancestors': "'none'",
}

/** The Content-Security-Policy of a page: own files only, and of inline scripts the ones named, by nonce or by hash. */
export function contentPolicy(inlineScripts: string[]): string {
  const all = { ...directives, 'script-src': ["'self'", ...inlineScripts].join(' ') }
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
