import { request } from 'node:http'
import type { ClientRequest } from './client.ts'

const everyMs = 250

/** Sends the head of a form and half of its body, then byte after byte, until told to leave in the middle. */
export function startSlowUpload(
  origin: string,
  { method, path, headers, body = '' }: ClientRequest,
) {
  const bytes = Buffer.from(body)
  const upload = request(`${origin}${path}`, {
    method: method ?? 'POST',
    agent: false,
    headers: { origin, ...headers, 'content-length': bytes.length },
  })
  let sent = Math.floor(bytes.length / 2)
  let isOpen = true
  const close = () => {
    isOpen = false
    clearInterval(timer)
  }
  upload.on('error', close).on('response', (answer) => answer.resume())
  upload.write(bytes.subarray(0, sent))
  const timer = setInterval(() => {
    upload.write(bytes.subarray(sent, sent + 1))
    sent += 1
  }, everyMs)
  return {
    isOpen: () => isOpen,
    leave: () => {
      const wasOpen = isOpen
      close()
      isOpen = wasOpen
      upload.destroy()
    },
  }
}
