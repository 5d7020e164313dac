import { forgetAddress, tabsChannel } from './addresses.ts'

/** What pages of the worker and copies may fetch: nothing but whether the server answers. */
export const asking = "connect-src 'self'"

/**
 * The one script of a page that runs no other: it asks whether the server answers again, and then goes on: to an address,
 * or, without one, to the page itself. A copy that came by such a reload came over a line that is too slow, and waits for
 * the browser to say that the connection is back. Where somebody logs out in another tab, a copy leaves for the worker, whose
 * answer then says what became of the session; the copy that logs out itself has its own answer. `nonce` is the one that the
 * page's policy lets run. An answer that takes as long as the pause between two questions is none: where the line is so slow
 * the page would come too late as well. Nothing is asked while somebody is on the way elsewhere, which it would end. Addresses
 * that one running page had gone through are one document for the browser, which then changes the address alone.
 */
export function onward(nonce: string, to?: string): string {
  const go = to === undefined ? 'location.reload()' : `location.replace('${to}')`
  const again =
    to === undefined ? "performance.getEntriesByType('navigation')[0]?.type!=='reload'&&" : ''
  const left = `const tabs=new BroadcastChannel('${tabsChannel}')
tabs.onmessage=()=>{tabs.close();location.replace('${forgetAddress}')}
addEventListener('submit',()=>tabs.close())`
  return `<script nonce="${nonce}">${to === undefined ? `${left}\n` : ''}const here=location.pathname+location.search
addEventListener('popstate',()=>{if(location.pathname+location.search!==here)location.reload()})
let leaving=0
addEventListener('beforeunload',()=>{clearTimeout(leaving);leaving=setTimeout(()=>{leaving=0},20000)})
const look=()=>leaving||fetch('/healthz',{cache:'no-store',signal:AbortSignal.timeout(4500)}).then(({ok})=>{if(ok&&!leaving)${go}},()=>{})
addEventListener('online',look)
${again}setInterval(()=>{if(navigator.onLine)look()},5000)</script>`
}
