import { forgetAddress, portal } from './addresses.ts'
import { asking, onward } from './onward.ts'

/** What `goesOn` does so by itself as soon as there is a connection: to an address, or to the page that was asked for. */
type Notice = {
  title: string
  text: string
  ways: readonly { to: string; label: string }[]
  goesOn?: { to?: string }
}

/** For an address of which there is no copy. The way back leads to what there is. */
export function neverSeen(kept: readonly string[]): Notice {
  const again = { to: '', label: 'Try again' }
  const [latest] = kept.filter((address) => !address.endsWith('/pdf')).reverse()
  const home = kept.includes(portal)
    ? { to: portal, label: 'Return to the dashboard' }
    : latest && { to: latest, label: 'Open what you saw last' }
  return home
    ? {
        title: 'You are offline',
        text: 'This page cannot be read without a connection: no copy of it is kept on this device. What you saw before is still here.',
        ways: [home, again],
        goesOn: {},
      }
    : {
        title: 'You are offline',
        text: 'Nothing is kept on this device to be read without a connection.',
        ways: [again],
        goesOn: {},
      }
}

/** For a form of a page without script. */
export const notSent = (back: string): Notice => ({
  title: 'You are offline',
  text: 'Nothing was sent, and nothing was changed. Go back: what you typed is kept there. Send it again when the connection is back.',
  ways: [{ to: back, label: 'Open the page again' }],
})

/** For a logout without a connection. The next page that is opened here ends the session first. */
export const logoutLost: Notice = {
  title: 'Removed from this device',
  text: 'Nothing that you saw is kept here any more. There is no connection, so your session ends as soon as it is back, at the latest when the portal is opened here again.',
  ways: [{ to: forgetAddress, label: 'Try again' }],
  goesOn: { to: forgetAddress },
}

// It stands by itself: nothing that it would be drawn with need be there. The colours are those of the tokens.
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

/** The company's name and the address of its logo. */
export type OfflineLook = { brand: string; logo: string | null }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function nameplate({ brand, logo }: OfflineLook): string {
  const picture = logo === null ? '' : `<img src="${escaped(logo)}" alt="" width="32" height="32">`
  return brand === '' ? picture : `<p class="name">${picture}${escaped(brand)}</p>`
}

/** A page of the worker's own, said to be no answer of the server. */
export function page({ title, text, ways, goesOn }: Notice, look: OfflineLook): Response {
  const nonce = crypto.randomUUID()
  const links = ways.map(({ to, label }) => `<a href="${to}">${label}</a>`).join('')
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}${look.brand === '' ? '' : ` · ${escaped(look.brand)}`}</title><style>${style}</style>`
  const body = `<main>${nameplate(look)}<h1>${title}</h1><p>${text}</p><nav aria-label="Ways on">${links}</nav></main>${goesOn ? onward(nonce, goesOn.to) : ''}`
  return new Response(
    `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
    {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; ${asking}; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`,
      },
    },
  )
}
