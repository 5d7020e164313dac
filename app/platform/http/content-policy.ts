const directives = {
  'default-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  // Without JavaScript the landing page's form redirects to the chat, and Chromium applies
  // form-action
  // to every redirect: wa.me redirects to the app or these hosts.
  'form-action': "'self' https://wa.me https://api.whatsapp.com https://web.whatsapp.com whatsapp:",
  'frame-ancestors': "'none'",
}

/** A page's Content-Security-Policy: own files and the given inline scripts, by nonce or hash. */
export function contentPolicy(inlineScripts: string[]): string {
  const all = { ...directives, 'script-src': ["'self'", ...inlineScripts].join(' ') }
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
