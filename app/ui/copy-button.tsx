import { useState } from 'react'
import { Button } from './button.tsx'
import { useScript } from './connection/use-script.ts'

const copied = 'Copied'

/** Hidden without script or a clipboard. */
export function CopyButton({
  text,
  label,
  of,
}: {
  text: string
  label: string
  /** What is copied, for screen readers; the button is then small. */
  of?: string
}) {
  const scripted = useScript()
  const [outcome, setOutcome] = useState<string | null>(null)
  if (!scripted || !navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(copied),
      () => setOutcome('Copying failed. Select the text and copy it.'),
    )
  return (
    <span className="flex flex-wrap items-center gap-3">
      <Button
        size={of ? 'small' : 'normal'}
        aria-label={of && `${label} ${of}`}
        onClick={() => void copy()}
      >
        {of && outcome === copied ? copied : label}
      </Button>
      <span
        role="status"
        className={of && outcome === copied ? 'sr-only' : 'text-xs text-muted empty:sr-only'}
      >
        {outcome}
      </span>
    </span>
  )
}

/** A code or number that people type elsewhere, with a button that copies it. */
export function CopyableText({ text, of }: { text: string; of: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <bdi className="num font-[560] tracking-wide select-all">{text}</bdi>
      <CopyButton text={text} label="Copy" of={of} />
    </span>
  )
}
