import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'

/** The HTML of what is drawn once all of it has come, without the marks React leaves itself for the browser. */
export async function wholeMarkup(drawn: ReactNode): Promise<string> {
  let fault: unknown
  const stream = await renderToReadableStream(drawn, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (thrown) => {
      fault = thrown
    },
  })
  await stream.allReady
  if (fault !== undefined) throw fault
  const html = await new Response(stream).text()
  return html.replace(/<!--.*?-->/gs, '')
}
