import { portalHome } from '../paths.ts'

type Notice = { title: string; text: string; link?: { to: string; label: string } }

/** For an address without a copy. */
export const notKept = (hasDashboard: boolean): Notice =>
  hasDashboard
    ? {
        title: 'You are offline',
        text: 'There is no copy of this page on this device. What you opened before is still here.',
        link: { to: portalHome, label: 'Return to the dashboard' },
      }
    : { title: 'You are offline', text: 'There are no copies of your pages on this device.' }

/** After an offline sign-out. */
export const signedOut: Notice = {
  title: 'Removed from this device',
  text: 'Your pages are no longer stored here. There is no connection, so your session ends as soon as it is back.',
}

// Self-contained: no other file may be available. The colours are those of the design tokens.
const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100svh;display:grid;place-content:center;padding:1.5rem;box-sizing:border-box;
font:400 1rem/1.55 system-ui,sans-serif;background:light-dark(#f6f1e7,#0e1612);color:light-dark(#1d2622,#e9ede6)}
main{max-width:32rem}h1{font:440 2rem/1.15 Georgia,serif;letter-spacing:-.02em;margin:0}
p{margin:1rem 0 0;overflow-wrap:anywhere;color:light-dark(#4b5650,#a9b3ad)}nav{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.75rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.125rem;border-radius:8px;text-decoration:none;
font-weight:560;color:inherit;border:1px solid light-dark(#1d262240,#e9ede640)}
a:first-child{background:light-dark(#0f3d2e,#b9d9c6);color:light-dark(#fbfaf5,#0e1612);border-color:transparent}
p.name{display:flex;align-items:center;gap:.625rem;margin:0 0 2rem;font:440 1.5rem/1 Georgia,serif;color:inherit}
a:focus-visible{outline:2px solid #3f9a72;outline-offset:2px}`

type Look = { brand: string; logo: string | null }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A page made by the worker. Opens `next`, or reloads, once the server responds; `message` goes to the worker. */
export function notice({ title, text, link }: Notice, look: Look, next = '', message?: string) {
  const nonce = crypto.randomUUID()
  const brand = escaped(look.brand)
  const logo = look.logo && `<img src="${escaped(look.logo)}" alt="" width="32" height="32">`
  const links = [...(link ? [link] : []), { to: next, label: 'Try again' }]
  // Following a link cancels the automatic reload.
  const script = `${message ? `navigator.serviceWorker.controller?.postMessage('${message}')\n` : ''}let leaving=false
addEventListener('beforeunload',()=>{leaving=true});addEventListener('pageshow',()=>{leaving=false})
const retry=()=>fetch('/healthz',{cache:'no-store',signal:AbortSignal.timeout(4500)}).then(({ok})=>{if(ok&&!leaving)location.replace('${next}'||location.href)},()=>{})
addEventListener('online',retry);setInterval(retry,5000)`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${brand}</title><style>${style}</style></head>
<body><main><p class="name">${logo ?? ''}${brand}</p><h1>${title}</h1><p>${text}</p><nav aria-label="Links">${links.map(({ to, label }) => `<a href="${to}">${label}</a>`).join('')}</nav></main>
<script nonce="${nonce}">${script}</script></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}
