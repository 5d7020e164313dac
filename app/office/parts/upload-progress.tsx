import { formatBytes } from '../../values/bytes.ts'
import { type Sending, useSending } from './send-with-progress.ts'

/** Below this size an upload ends before progress could be seen. */
const worthShowing = 50_000

export function UploadProgress({ of }: { of: 'document' | 'picture' | 'statement' }) {
  const sending = useSending()
  if (!sending || sending.total < worthShowing) return null
  return (
    <div className="my-3">
      <UploadBar sending={sending} label={`Uploading ${of}`} checking={`Checking the ${of}`} />
    </div>
  )
}

type BarProps = { sending: Sending; label: string; checking: string }

/** `checking` is the label once all bytes are sent. */
export function UploadBar({ sending: { sent, total }, label, checking }: BarProps) {
  const percent = total === 0 ? 0 : Math.floor((sent * 100) / total)
  return (
    <>
      <progress
        max={total}
        value={sent}
        aria-label={label}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-track [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-track [&::-webkit-progress-value]:bg-primary"
      />
      <p className="num mt-1.5 flex justify-between text-xs text-muted">
        <span>
          {formatBytes(sent)} of {formatBytes(total)}
        </span>
        <span>{percent < 100 ? `${percent}%` : checking}</span>
      </p>
    </>
  )
}
