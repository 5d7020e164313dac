import { type MouseEvent, useEffect, useRef } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/layout/wordmark.tsx'

type Props = {
  /** The chat link, for browsers that blocked the popup; null when none was opened. */
  chat: string | null
  /** Heading level: below the page title, or below a section's. */
  heading: 'h2' | 'h3'
  /** Address of an empty form, without JavaScript. */
  again: string
  onAgain: () => void
}

/** Replaces the form after a message was stored, and takes the focus. */
export function ContactSent({ chat, heading: Heading, again, onAgain }: Props) {
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => screen.current?.focus(), [])
  const startAgain = (event: MouseEvent) => {
    event.preventDefault()
    onAgain()
  }
  return (
    <div
      ref={screen}
      role="status"
      tabIndex={-1}
      className="site-ruled site-ruled--closed self-start outline-none"
      data-sent="yes"
    >
      <div className="grid justify-items-start gap-4 py-10">
        <Mark className="h-11.5 w-12.5 text-primary" />
        <Heading className="font-display text-step-4 leading-[1.04] font-normal tracking-[-0.025em]">
          Thank You!
        </Heading>
        <p className="site-lead">
          {chat === null
            ? "Message sent! We'll get back to you as soon as possible."
            : 'We have your message. WhatsApp opened in a new tab with the same text.'}
        </p>
        <div className="flex flex-wrap gap-3 pt-1">
          {chat !== null && (
            <a href={chat} target="_blank" rel="noopener" className={buttonClass('primary')}>
              <Icon name="chat" size="small" />
              Open WhatsApp
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          <a href={again} onClick={startAgain} className={buttonClass('secondary')}>
            Send Another Message
          </a>
        </div>
      </div>
    </div>
  )
}
