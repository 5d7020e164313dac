const directives = {
  'default-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  // Without script the landing page's form is answered with the way to the chat (decisions §7). Chromium holds this
  // against every redirect that follows, too: wa.me leads to the app itself, or to WhatsApp's pages on these hosts.
  'form-action': "'self' https://wa.me https://api.whatsapp.com https://web.whatsapp.com whatsapp:",
  'frame-ancestors': "'none'",
}

/** The Content-Security-Policy of a page: own files only, and of inline scripts the ones named, by nonce or by hash. */
export function contentPolicy(inlineScripts: string[]): string {
  const all = { ...directives, 'script-src': ["'self'", ...inlineScripts].join(' ') }
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
