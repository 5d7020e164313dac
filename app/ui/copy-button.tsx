import { useState } from 'react'
import { Button } from './button.tsx'
import { useScript } from './connection/use-script.ts'

/** Hidden without script or a clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const scripted = useScript()
  const [outcome, setOutcome] = useState<string | null>(null)
  if (!scripted || !navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied'),
      () => setOutcome('Copying failed. Select the text and copy it.'),
    )
  return (
    <span className="flex flex-wrap items-center gap-3">
      <Button onClick={() => void copy()}>{label}</Button>
      <span role="status" className="text-xs text-muted">
        {outcome}
      </span>
    </span>
  )
}
